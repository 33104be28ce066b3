/** The playground, used as a person would. */
import type { KeyInput, Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { button, elements, field, region, table } from './find.js';
import { holdWasm, releaseWasm, says, screenshot, widthOf } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';
import {
  errors,
  expectArrows,
  expectOutput,
  ONNX_EXAMPLE,
  summary,
  texts,
} from './playground_page.js';

async function pressKeys(page: Page, ...keys: KeyInput[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel);

const FIRST = { hash: ONNX_EXAMPLE } as const;

describeSite('the playground', () => {
  testPart('plays with the first example', FIRST, async (page) => {
    await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]);
    expect(await summary(page).text()).toBe('6 updates: 6 alone in their place.');
    await expectArrows(page, { alone: 6, shared: 0, overwritten: 0 });
    await field(page, 'indices [0, 1]').fill('2');
    await field(page, 'updates [1, 1]').fill('5');
    await expectOutput(page, [2, 0, 0, 1, 0, 2.2, 0, 5, 1.2]);
    await expectArrows(page, { alone: 4, shared: 1, overwritten: 1 });
    expect(await field(page, 'Example').find('option:checked').text()).toBe('Your own');
    await field(page, 'reduction').choose('add');
    await expectOutput(page, [2, 0, 0, 1, 0, 2.2, 0, 6.1, 1.2]);
    await expectArrows(page, { alone: 4, shared: 2, overwritten: 0 });
    expect(await summary(page).text()).toBe(
      '6 updates: 4 alone in their place; 2 meet in 1 place.',
    );
    const met = region(page, 'output').find('td[data-flat="7"]');
    expect(await met.attribute('data-sign')).toBe('×2');
    expect(await met.attribute('aria-description')).toBe('from updates [0, 1], [1, 1]');
    await field(page, 'Arrows').check(false);
    await expectArrows(page, { alone: 0, shared: 0 });
  });

  testPart('goes through its grids by keyboard', FIRST, async (page) => {
    await field(page, 'data [0, 0]').focus();
    await pressKeys(page, 'ArrowRight', 'ArrowDown');
    expect(await focused(page)).toBe('data [1, 1]');
    // Within the text first, and only then to the next cell.
    await pressKeys(page, '4', '2', 'ArrowLeft', '1', 'End', 'ArrowRight');
    expect(await focused(page)).toBe('data [1, 2]');
    expect(await field(page, 'data [1, 1]').value()).toBe('412');
    await expectOutput(page, [2, 1.1, 0, 1, 412, 2.2, 0, 2.1, 1.2]);
    // One stop for the whole grid, each way.
    await pressKeys(page, 'Tab');
    expect(String(await focused(page))).not.toMatch(/^data \[/);
    await page.keyboard.down('Shift');
    await pressKeys(page, 'Tab');
    await page.keyboard.up('Shift');
    expect(await focused(page)).toBe('data [1, 2]');
    const data = table(page, 'data');
    expect(await data.find('::-p-aria([role="columnheader"])').count()).toBe(3);
    expect(await data.find('::-p-aria([role="rowheader"])').count()).toBe(3);
    const goes = await field(page, 'updates [0, 0]').attribute('aria-description');
    expect(goes).toBe('to output [1, 0]');
  });

  testPart('adds and removes rows and columns', FIRST, async (page) => {
    await button(page, 'Add a row to indices').click();
    // Updates follow, for every index needs one.
    await field(page, 'updates [2, 2]').fill('7');
    await expectOutput(page, [0, 0, 7, 1, 0, 2.2, 0, 2.1, 1.2]);
    await button(page, 'Add a column to data').click();
    await expectOutput(page, [0, 0, 7, 0, 1, 0, 2.2, 0, 0, 2.1, 1.2, 0]);
    await button(page, 'Remove the last column of updates').click();
    await eventually(async () => {
      expect(await errors(region(page, 'updates'))).toEqual([
        expect.stringContaining('scatterElements: updates has shape [3, 2], expected [3, 3]'),
      ]);
    });
    await button(page, 'Give updates the shape [3, 3]').click();
    await expectOutput(page, [0, 0, 0, 0, 1, 0, 0, 0, 0, 2.1, 0, 0]);
    await field(page, 'Shape of data').fill('2, 4, 3');
    await pressKeys(page, 'Enter');
    await eventually(async () => {
      expect((await errors(region(page, 'indices')))[0]).toMatch(/indices has rank 2/);
    });
    expect(await elements(page, 'caption').texts()).toEqual(['[0, :, :]', '[1, :, :]']);
  });

  const gather = { hash: '#playground?op=gatherElements', width: 360, theme: 'dark' } as const;
  testPart('gathers, from data to the output', gather, async (page) => {
    await field(page, 'Example').choose(/dropped/);
    await expectOutput(page, [30, 0, 10, 30]);
    await expectArrows(page, { alone: 1, shared: 2 });
    expect(await summary(page).text()).toMatch(/^3 values read from 2 values of data; 1 of/);
    const read = region(page, 'data').find('td[data-flat="2"]');
    expect(await read.attribute('data-sign')).toBe('×2');
    await field(page, 'data [2]').focus();
    await expectArrows(page, { lit: 2 });
    expect(await region(page, 'updates').count()).toBe(0);
    expect(await widthOf(page)).toBe(360);
  });

  testPart('draws fifty sites', { ...FIRST, theme: 'dark' }, async (page) => {
    await field(page, 'Example').choose(/Fifty/);
    await expectArrows(page, { alone: 18, shared: 24 });
    await screenshot(page, 'playground fifty sites');
    expect(await elements(page, 'td.dropped').count()).toBe(8);
    expect(await widthOf(page)).toBe(1200);
  });

  const grads = { hash: ONNX_EXAMPLE, theme: 'dark' } as const;
  testPart('shows gradients for a dy', grads, async (page) => {
    await field(page, 'Example').choose(/reduction_mul/);
    await field(page, 'Gradients').check();
    await field(page, 'dy [0, 1]').fill('10');
    await eventually(async () => {
      expect(await texts(region(page, 'gradient of data'))).toEqual(['1', '23.1', '1', '1', '1']);
      expect(await texts(region(page, 'gradient of updates'))).toEqual(['42', '22']);
    });
    await screenshot(page, 'playground gradients');
    await field(page, 'dy [0, 1]').fill('x');
    await eventually(async () => {
      expect((await errors(region(page, 'dy')))[0]).toMatch(/dy holds 'x' at \[0, 1\]/);
    });
    await expectOutput(page, [1, 4.62, 3, 4, 5]);
    const onOthers = [
      ['cpu', '0', ['0', '0']],
      ['webgpu', '10', ['42', '22']],
      ['wasm', '1', ['4.2', '2.2']],
    ] as const;
    for (const [backend, dy, gradient] of onOthers) {
      await field(page, 'Backend').choose(backend);
      await field(page, 'dy [0, 1]').fill(dy);
      await eventually(async () => {
        expect(await texts(region(page, 'gradient of updates'))).toEqual(gradient);
      });
    }
    await field(page, 'dtype').choose('int32');
    await says(page, 'Gradients flow through float32 only: data is int32.');
  });

  testPage(
    'computes on the backend before while another starts',
    { ...FIRST, before: holdWasm },
    async (page) => {
      await field(page, 'Backend').choose('wasm');
      await field(page, 'updates [1, 1]').fill('5');
      await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 5, 1.2]);
      expect(page.url()).not.toMatch(/backend=/);
      await releaseWasm(page);
      await eventually(() => {
        expect(page.url()).toMatch(/backend=wasm/);
      });
      await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 5, 1.2]);
    },
  );
});
