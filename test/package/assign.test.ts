/** Scatters into variables: the result of assigning the function's, for whoever else holds the memory. */
import { checkAssigns, HOLDERS } from '../support/assign_checks.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { randomAssigns } from '../support/random_assigns.js';

const RUNS = 60;

describeOnEveryBackend('random scatters into variables', (driver) => {
  test.each(HOLDERS)('%s', async (holder) => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const seen = await checkAssigns(randomAssigns(holder, RUNS * driver.share, 600, driver));
    jest.restoreAllMocks();
    expect(seen.length).toBeGreaterThan(2);
  });
});
