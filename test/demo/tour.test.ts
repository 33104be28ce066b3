/** A visit to each part of the demo: what it promises happens once. */
import { eventually } from './eventually.js';
import { button, elements, group, region } from './find.js';
import { press, says } from './page.js';
import { describeSite, testPart } from './visit.js';

describeSite('a tour', () => {
  testPart(
    'stock tfjs fails, and one import mends it',
    { hash: '#start', still: true },
    async (page) => {
      await press(page, 'Run both');
      await says(page, /It throws\s+Error: .*gradient/);
      await says(page, /It prints\s+Tensor/);
    },
  );

  const train = { hash: '#train?data=karate&backend=cpu', still: true };
  testPart('a network is trained in both lanes', train, async (page) => {
    await press(page, 'Step', group(page, 'Race'));
    await eventually(async () => {
      for (const lane of ['tfjs', 'With this package']) {
        expect(await region(page, lane).text()).toMatch(/[Ss]tep 1,/);
      }
    });
  });

  const splatting = { hash: '#splatting?backend=cpu&particles=1000', still: true };
  testPart('particles learn', splatting, async (page) => {
    await press(page, 'Step', group(page, 'Learning'));
    await says(page, /Step 1 of/);
    await says(page, /\d% off/);
  });

  testPart(
    'the playground shows a call update by update',
    { hash: '#playground', still: true },
    async (page) => {
      const output = region(page, 'output').find('td[data-cell]');
      for (let update = 1; update <= 6; update++) {
        await button(page, 'Step').click();
        await says(page, `${update} of 6 updates`);
      }
      expect((await output.texts()).join(' ')).toBe('0 3 1 0 9 0 4 0');
    },
  );

  const machine = { hash: '#machine?size=small&backend=wasm', still: true };
  testPart('the machine is measured', machine, async (page) => {
    await press(page, 'Run on wasm');
    await says(page, /this package wins \d/);
    await says(page, 'Copy a link');
    expect(await elements(page, 'main tbody tr').count()).toBe(7);
  });
});
