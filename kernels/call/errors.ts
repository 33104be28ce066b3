/**
 * Errors of calls. The check that finds a mistake says what is wrong. The function that the user called, or the
 * kernel if the user ran that, puts its name before the sentence.
 */

/** What is wrong with a call: a sentence without the name of the function. */
export class CallError extends Error {}

/** Whether a function that names errors is running: it may run others, and kernels. */
let isNamed = false;

/** Runs a call. The outermost function names its errors; others, such as tfjs' own, stay as they are. */
export function named<T>(name: string, run: () => T): T {
  if (isNamed) return run();
  isNamed = true;
  try {
    return run();
  } catch (error) {
    throw error instanceof CallError ? new Error(`${name}: ${error.message}`) : error;
  } finally {
    isNamed = false;
  }
}
