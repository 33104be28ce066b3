/** Sends concurrent calls as one batch, which a page answers in one round trip. */

/** The most calls in a batch: a batch that takes long looks like a page that hangs. */
const MOST = 100;

/**
 * Returns a function that runs single calls in batches. One batch runs at a time; calls made in
 * the meantime wait for the next. `name` appears in errors.
 */
export function inBatches<Call, Outcome>(
  name: string,
  send: (calls: Call[]) => Promise<Outcome[]>,
): (call: Call) => Promise<Outcome> {
  async function run(calls: Call[]): Promise<Outcome[]> {
    try {
      const outcomes = await send(calls);
      if (outcomes.length === calls.length) return outcomes;
      throw new Error(`${outcomes.length} results came, expected ${calls.length}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `${name} failed on a batch of ${calls.length} calls as a whole: ${reason}`;
      throw new Error(message, { cause: error });
    }
  }

  /** The batch that takes more calls, and what settles once the last batch has run. */
  let open: { calls: Call[]; outcomes: Promise<Outcome[]> } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function openBatch() {
    const calls: Call[] = [];
    const outcomes = last.then(async () => {
      // Lets all pending callers add their calls.
      await new Promise((resolve) => setImmediate(resolve));
      if (open?.calls === calls) open = undefined;
      return run(calls);
    });
    last = outcomes.catch(() => undefined);
    return { calls, outcomes };
  }

  return async (call) => {
    if (open === undefined || open.calls.length === MOST) open = openBatch();
    const { calls, outcomes } = open;
    const place = calls.push(call) - 1;
    return (await outcomes)[place];
  };
}

/** Runs the calls of a batch, one after another. */
export async function inTurn<Call, Outcome>(
  calls: Call[],
  run: (call: Call) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const call of calls) outcomes.push(await run(call));
  return outcomes;
}
