/** The longest wait for the page to show something, in ms, on a busy machine. */
export const TIMEOUT = 200_000;
/** The wait between two tries, in ms. */
const PAUSE = 25;

/** Tries again until nothing is thrown; after the longest wait, throws as the last try did. */
export async function eventually<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
