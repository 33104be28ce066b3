/** The playground's errors, and its state in the address. */
import { eventually } from './eventually.js';
import { elements, field, region, status } from './find.js';
import { opened, ready, screenshot, widthOf } from './page.js';
import { describeSite, testPart } from './visit.js';
import {
  errors,
  expectArrows,
  expectOutput,
  ONNX_EXAMPLE,
  summary,
  texts,
} from './playground_page.js';

const FIRST = { hash: ONNX_EXAMPLE } as const;

describeSite('the playground', () => {
  testPart('shows errors beside the fields they name', { ...FIRST, width: 360 }, async (page) => {
    await field(page, 'indices [1, 2]').fill('9');
    await eventually(async () => {
      expect(await errors(region(page, 'indices'))).toEqual([
        'scatterElements: indices has the value 9 at [1, 2], which is out of bounds on axis 0 of ' +
          'data; expected an index in [-3, 2].',
      ]);
    });
    expect(await field(page, 'indices [1, 2]').attribute('aria-invalid')).toBe('true');
    expect(await region(page, 'output').text()).toMatch(/No output: see the message at indices/);
    await expectArrows(page, { alone: 0 });
    await screenshot(page, 'playground error beside indices');
    await field(page, 'outOfBounds').choose('drop');
    await expectOutput(page, [2, 1.1, 0, 1, 0, 0, 0, 2.1, 1.2]);
    expect(await summary(page).text()).toMatch(/1 dropped, out of bounds/);
    const dropped = region(page, 'updates').find('td.dropped');
    expect(await dropped.attribute('data-sign')).toBe('✕');
    await field(page, 'axis').fill('2');
    await eventually(async () => {
      expect(await errors(elements(page, '.options'))).toEqual([
        expect.stringContaining('axis is 2, expected an integer in [-2, 1]'),
      ]);
    });
    await field(page, 'axis').fill('0');
    await field(page, 'data [0, 0]').fill('abc');
    await field(page, 'indices [0, 0]').fill('1.5');
    await eventually(async () => {
      expect((await errors(region(page, 'data')))[0]).toMatch(/data holds 'abc' at \[0, 0\]/);
    });
    await field(page, 'data [0, 0]').fill('3');
    await eventually(async () => {
      expect((await errors(region(page, 'indices')))[0]).toMatch(/indices holds 1.5, expected int/);
    });
    await field(page, 'dtype').choose('bool');
    await field(page, 'reduction').choose('mean');
    await field(page, 'indices [0, 0]').fill('0');
    await field(page, 'dtype').choose('string');
    await eventually(async () => {
      expect((await errors(elements(page, '.options')))[0]).toMatch(
        /reduction 'mean' got data of dtype string/,
      );
    });
    await field(page, 'reduction').choose('add');
    // Of float32 to bool, and of that to string.
    await expectOutput(page, ['111', '01', '0', '0', '0', '0', '0', '01', '01']);
    expect(await widthOf(page)).toBe(360);
  });

  const wrong = { hash: '#playground?op=scatterND&data=2+1+2&indices=7' };
  testPart('says what is wrong with a link', wrong, async (page) => {
    expect(await status(page, 'Notices').text()).toMatch(
      /updates is missing, .*An example or a default takes the place of each/,
    );
    expect(await status(page, 'Notices').text()).toMatch(/indices is ‘7’, expected a shape/);
    await expectOutput(page, [1, 11, 3, 10, 9, 6, 7, 12]);
    // From then on the address holds what is shown.
    await eventually(() => {
      expect(page.url()).toMatch(/op=scatterND&dtype=float32&data=8\+1\+2.*&indices=4x1\+4/);
    });
  });

  const options = { hash: '#playground?reduction=foo&op=scatterND&outOfBounds=drop' };
  testPart('has the options of a link in an example', options, async (page) => {
    expect(await status(page, 'Notices').text()).toMatch(
      /reduction is ‘foo’, expected one of none/,
    );
    expect(await field(page, 'outOfBounds').value()).toBe('drop');
    await eventually(() => {
      expect(page.url()).toMatch(/outOfBounds=drop/);
      expect(page.url()).not.toMatch(/foo/);
    });
  });

  const unknown = { hash: '#playground?op=gatherND&speed=2&backend=abacus' };
  testPart('says what in a link it does not know', unknown, async (page) => {
    expect(await status(page, 'Notices').text()).toMatch(
      /backend is ‘abacus’, expected one of webgl, cpu.*; speed is no choice of this part/,
    );
    await field(page, 'Backend').choose('cpu');
    await eventually(() => {
      expect(page.url()).toMatch(/&backend=cpu$/);
    });
    await page.reload();
    await ready(page);
    expect(await field(page, 'Backend').value()).toBe('cpu');
  });

  testPart('lets one leave for another part at once after a change', FIRST, async (page) => {
    await page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('[aria-label="data [0, 0]"]');
      if (input === null) throw new Error('There is no cell.');
      input.value = '5';
      input.dispatchEvent(new Event('input'));
      // The address would follow that change before the page learns of the link.
      for (const end = performance.now() + 300; performance.now() < end;);
      location.hash = '#graph?data=karate&backend=cpu';
    });
    await opened(page, 'Learning on a graph: a race');
    expect(page.url()).toMatch(/#graph/);
  });

  testPart('opens and goes back to what a link says', FIRST, async (page) => {
    await field(page, 'Op').choose('scatterND');
    await field(page, 'Example').choose(/scatternd_add/);
    await field(page, 'outOfBounds').choose('clamp');
    await field(page, 'indices [1, 0]').fill('-9');
    await field(page, 'Gradients').check();
    await field(page, 'dy [0, 0, 0]').fill('3');
    await screenshot(page, 'playground slices');
    let output: string[] = [];
    await eventually(async () => {
      output = await texts(region(page, 'output'));
      expect(output.slice(0, 8)).toEqual(['7', '8', '9', '10', '13', '14', '15', '16']);
    });
    await expectArrows(page, { shared: 8, alone: 0 });
    await eventually(() => {
      expect(page.url()).toMatch(/indices=2x1\+0\+-9.*dy=/);
    });
    await page.reload();
    await expectOutput(page, output);
    expect(await field(page, 'dy [0, 0, 0]').value()).toBe('3');
    expect(await field(page, 'outOfBounds').value()).toBe('clamp');
    await page.goBack();
    await expectOutput(page, [1, 11, 3, 10, 9, 6, 7, 12]);
    await page.goBack();
    await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]);
    expect(await field(page, 'Op').value()).toBe('scatterElements');
  });
});
