/** The playground, used as a person would. */
import type { Locator, Page } from 'playwright-core';
import { runExample, type Example } from '../support/examples.js';
import { describeSite, eventually, screenshot, testPage } from './page.js';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tensor = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const summary = (page: Page) => page.locator('.stage .result');
const arrows = (page: Page, manner = '') => page.locator(`.arrows g${manner && `.${manner}`}`);
const texts = (found: Locator) => found.locator('td[data-flat]').allInnerTexts();
const errors = (found: Locator) => found.locator('.error:visible').allInnerTexts();

async function expectOutput(page: Page, values: (number | string)[]): Promise<void> {
  await eventually(async () => {
    expect(await texts(tensor(page, 'output'))).toEqual(values.map(String));
  });
}

async function expectArrows(page: Page, counts: Record<string, number>): Promise<void> {
  await eventually(async () => {
    const found = Object.keys(counts).map(async (name) => [name, await arrows(page, name).count()]);
    expect(Object.fromEntries(await Promise.all(found))).toEqual(counts);
  });
}

async function chooseExample(page: Page, label: RegExp): Promise<void> {
  const labels = await field(page, 'Example').locator('option').allInnerTexts();
  await field(page, 'Example').selectOption({ label: labels.find((text) => label.test(text)) });
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel);

describeSite('the playground', () => {
  testPage('plays with the first example', {}, async (page) => {
    await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]);
    expect(await summary(page).innerText()).toBe('6 updates: 6 alone in their place.');
    await expectArrows(page, { alone: 6, shared: 0, overwritten: 0 });
    await field(page, 'indices [0, 1]').fill('2');
    await field(page, 'updates [1, 1]').fill('5');
    await expectOutput(page, [2, 0, 0, 1, 0, 2.2, 0, 5, 1.2]);
    await expectArrows(page, { alone: 4, shared: 1, overwritten: 1 });
    expect(await field(page, 'Example').locator(':checked').innerText()).toBe('Your own');
    await field(page, 'reduction').selectOption('add');
    await expectOutput(page, [2, 0, 0, 1, 0, 2.2, 0, 6.1, 1.2]);
    await expectArrows(page, { alone: 4, shared: 2, overwritten: 0 });
    expect(await summary(page).innerText()).toBe(
      '6 updates: 4 alone in their place; 2 meet in 1 place.',
    );
    const met = tensor(page, 'output').locator('td[data-flat="7"]');
    expect(await met.getAttribute('data-sign')).toBe('×2');
    expect(await met.getAttribute('aria-description')).toBe('from updates [0, 1], [1, 1]');
    await field(page, 'Arrows').uncheck();
    await expectArrows(page, { alone: 0, shared: 0 });
  });

  testPage('goes through its grids by keyboard', {}, async (page) => {
    await field(page, 'data [0, 0]').focus();
    await press(page, 'ArrowRight', 'ArrowDown');
    expect(await focused(page)).toBe('data [1, 1]');
    // Within the text first, and only then to the next cell.
    await press(page, '4', '2', 'ArrowLeft', '1', 'End', 'ArrowRight');
    expect(await focused(page)).toBe('data [1, 2]');
    expect(await field(page, 'data [1, 1]').inputValue()).toBe('412');
    await expectOutput(page, [2, 1.1, 0, 1, 412, 2.2, 0, 2.1, 1.2]);
    // One stop for the whole grid, each way.
    await press(page, 'Tab');
    expect(String(await focused(page))).not.toMatch(/^data \[/);
    await press(page, 'Shift+Tab');
    expect(await focused(page)).toBe('data [1, 2]');
    expect(await page.getByRole('table', { name: 'data' }).getByRole('columnheader').count()).toBe(
      3,
    );
    expect(await page.getByRole('table', { name: 'data' }).getByRole('rowheader').count()).toBe(3);
    const goes = await field(page, 'updates [0, 0]').getAttribute('aria-description');
    expect(goes).toBe('to output [1, 0]');
  });

  testPage('adds and removes rows and columns', {}, async (page) => {
    await button(page, 'Add a row to indices').click();
    // Updates follow, for every index needs one.
    await field(page, 'updates [2, 2]').fill('7');
    await expectOutput(page, [0, 0, 7, 1, 0, 2.2, 0, 2.1, 1.2]);
    await button(page, 'Add a column to data').click();
    await expectOutput(page, [0, 0, 7, 0, 1, 0, 2.2, 0, 0, 2.1, 1.2, 0]);
    await button(page, 'Remove the last column of updates').click();
    await eventually(async () => {
      expect(await errors(tensor(page, 'updates'))).toEqual([
        expect.stringContaining('scatterElements: updates has shape [3, 2], expected [3, 3]'),
      ]);
    });
    await button(page, 'Give updates the shape [3, 3]').click();
    await expectOutput(page, [0, 0, 0, 0, 1, 0, 0, 0, 0, 2.1, 0, 0]);
    await field(page, 'Shape of data').fill('2, 4, 3');
    await press(page, 'Enter');
    await eventually(async () => {
      expect((await errors(tensor(page, 'indices')))[0]).toMatch(/indices has rank 2/);
    });
    expect(await page.getByText('[1, :, :]').count()).toBe(1);
  });

  testPage('shows errors beside the fields they name', { width: 360 }, async (page) => {
    await field(page, 'indices [1, 2]').fill('9');
    await eventually(async () => {
      expect(await errors(tensor(page, 'indices'))).toEqual([
        'scatterElements: indices has the value 9 at [1, 2], which is out of bounds on axis 0 of ' +
          'data; expected an index in [-3, 2].',
      ]);
    });
    expect(await field(page, 'indices [1, 2]').getAttribute('aria-invalid')).toBe('true');
    expect(await tensor(page, 'output').innerText()).toMatch(/No output: see .* beside indices/);
    await expectArrows(page, { alone: 0 });
    await screenshot(page, 'playground error beside indices');
    await field(page, 'outOfBounds').selectOption('drop');
    await expectOutput(page, [2, 1.1, 0, 1, 0, 0, 0, 2.1, 1.2]);
    expect(await summary(page).innerText()).toMatch(/1 dropped, out of bounds/);
    const dropped = tensor(page, 'updates').locator('td.dropped');
    expect(await dropped.getAttribute('data-sign')).toBe('✕');
    await field(page, 'axis').fill('2');
    await eventually(async () => {
      const options = page.locator('.options .error:visible');
      expect(await options.allInnerTexts()).toEqual([
        expect.stringContaining('axis is 2, expected an integer in [-2, 1]'),
      ]);
    });
    await field(page, 'axis').fill('0');
    await field(page, 'data [0, 0]').fill('abc');
    await field(page, 'indices [0, 0]').fill('1.5');
    await eventually(async () => {
      expect((await errors(tensor(page, 'data')))[0]).toMatch(/data holds 'abc' at \[0, 0\]/);
    });
    await field(page, 'data [0, 0]').fill('3');
    await eventually(async () => {
      expect((await errors(tensor(page, 'indices')))[0]).toMatch(/indices holds 1.5, expected int/);
    });
    await field(page, 'dtype').selectOption('bool');
    await field(page, 'reduction').selectOption('mean');
    await field(page, 'indices [0, 0]').fill('0');
    await field(page, 'dtype').selectOption('string');
    await eventually(async () => {
      const options = page.locator('.options .error:visible');
      expect((await options.allInnerTexts())[0]).toMatch(
        /reduction 'mean' got data of dtype string/,
      );
    });
    await field(page, 'reduction').selectOption('add');
    // Of float32 to bool, and of that to string.
    await expectOutput(page, ['111', '01', '0', '0', '0', '0', '0', '01', '01']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  const grads = { hash: '#playground?op=scatterElements', theme: 'dark' } as const;
  testPage('shows gradients for a dy', grads, async (page) => {
    await chooseExample(page, /reduction_mul/);
    await field(page, 'Gradients').check();
    await field(page, 'dy [0, 1]').fill('10');
    await eventually(async () => {
      expect(await texts(tensor(page, 'gradient of data'))).toEqual(['1', '23.1', '1', '1', '1']);
      expect(await texts(tensor(page, 'gradient of updates'))).toEqual(['42', '22']);
    });
    await screenshot(page, 'playground gradients');
    await field(page, 'dy [0, 1]').fill('x');
    await eventually(async () => {
      expect((await errors(tensor(page, 'dy')))[0]).toMatch(/dy holds 'x' at \[0, 1\]/);
    });
    await expectOutput(page, [1, 4.62, 3, 4, 5]);
    await field(page, 'dy [0, 1]').fill('0');
    await field(page, 'Backend').selectOption('cpu');
    await eventually(async () => {
      expect(await texts(tensor(page, 'gradient of updates'))).toEqual(['0', '0']);
    });
    await field(page, 'dtype').selectOption('int32');
    await page.getByText('Gradients flow through float32 only: data is int32.').waitFor();
  });

  testPage('opens and goes back to what a link says', {}, async (page) => {
    await field(page, 'Op').selectOption('scatterND');
    await chooseExample(page, /scatternd_add/);
    await field(page, 'outOfBounds').selectOption('clamp');
    await field(page, 'indices [1, 0]').fill('-9');
    await field(page, 'Gradients').check();
    await field(page, 'dy [0, 0, 0]').fill('3');
    await screenshot(page, 'playground slices');
    let output: string[] = [];
    await eventually(async () => {
      output = await texts(tensor(page, 'output'));
      expect(output.slice(0, 8)).toEqual(['7', '8', '9', '10', '13', '14', '15', '16']);
    });
    await expectArrows(page, { shared: 8, alone: 0 });
    await eventually(() => {
      expect(page.url()).toMatch(/indices=2x1\+0\+-9.*dy=/);
      return Promise.resolve();
    });
    await page.reload();
    await expectOutput(page, output);
    expect(await field(page, 'dy [0, 0, 0]').inputValue()).toBe('3');
    expect(await field(page, 'outOfBounds').inputValue()).toBe('clamp');
    await page.goBack();
    await expectOutput(page, [1, 11, 3, 10, 9, 6, 7, 12]);
    await page.goBack();
    await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]);
    expect(await field(page, 'Op').inputValue()).toBe('scatterElements');
  });

  const wrong = { hash: '#playground?op=scatterND&data=2+1+2&indices=7' };
  testPage('says what is wrong with a link', wrong, async (page) => {
    const notice = page.getByRole('status', { name: 'Notices' });
    expect(await notice.innerText()).toMatch(
      /indices is ‘7’, expected a shape .* example is shown/,
    );
    await expectOutput(page, [2, 1.1, 0, 1, 0, 2.2, 0, 2.1, 1.2]);
  });

  const gather = { hash: '#playground?op=gatherElements', width: 360, theme: 'dark' } as const;
  testPage('gathers, from data to the output', gather, async (page) => {
    await chooseExample(page, /dropped/);
    await expectOutput(page, [30, 0, 10, 30]);
    await expectArrows(page, { alone: 1, shared: 2 });
    expect(await summary(page).innerText()).toMatch(/^4 values read from 2 values of data; 1 of/);
    const read = tensor(page, 'data').locator('td[data-flat="2"]');
    expect(await read.getAttribute('data-sign')).toBe('×2');
    await field(page, 'data [2]').focus();
    await expectArrows(page, { lit: 2 });
    expect(await tensor(page, 'updates').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  testPage('draws fifty sites', { theme: 'dark' }, async (page) => {
    await chooseExample(page, /Fifty/);
    await expectArrows(page, { alone: 18, shared: 24 });
    await screenshot(page, 'playground fifty sites');
    expect(await page.locator('td.dropped').count()).toBe(8);
    const crowded = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(crowded).toBe(1200);
  });

  testPage('copies code that computes what it shows', {}, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await field(page, 'Op').selectOption('scatterNDUpdate');
    await chooseExample(page, /sub/);
    await field(page, 'updates [2]').fill('7');
    await expectOutput(page, [-59, -45, -17, 4]);
    await expectArrows(page, { shared: 4 });
    await screenshot(page, 'playground of a vector');
    await button(page, 'Copy the code').click();
    await page.getByText('Copied.').first().waitFor();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const example: Example = { name: 'copied', language: 'ts', code, stated: [], exact: false };
    expect(await runExample(example)).toEqual(['[-59,-45,-17,4]']);
    await page.getByText('The code that computes this').click();
    expect(await field(page, 'Code').last().innerText()).toContain("reduction: 'sub'");
  });

  testPage(
    'leaves the code to be copied by hand where the clipboard is shut',
    {
      before: () => {
        const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } });
      },
    },
    async (page) => {
      await button(page, 'Copy the code').click();
      await page
        .getByText(/the code is selected/)
        .first()
        .waitFor();
      expect(await page.evaluate(() => getSelection()?.toString())).toContain(
        'scatterElements(data',
      );
    },
  );
});
