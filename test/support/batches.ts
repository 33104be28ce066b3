/** Sends concurrent calls as one batch, which a page answers in one round trip. */

/** The most calls in a batch: a batch that takes long looks like a page that hangs. */
const MOST = 100;

interface Waiting<Call, Outcome> {
  call: Call;
  resolve: (outcome: Outcome) => void;
  reject: (error: Error) => void;
}

/**
 * Returns a function that runs single calls in batches. One batch runs at a time; calls made in
 * the meantime wait for the next. `name` appears in errors.
 */
export function inBatches<Call, Outcome>(
  name: string,
  send: (calls: Call[]) => Promise<Outcome[]>,
): (call: Call) => Promise<Outcome> {
  const waiting: Waiting<Call, Outcome>[] = [];
  let isRunning = false;

  async function run(batch: Waiting<Call, Outcome>[]): Promise<void> {
    try {
      const outcomes = await send(batch.map(({ call }) => call));
      if (outcomes.length !== batch.length)
        throw new Error(`${outcomes.length} results came, expected ${batch.length}`);
      batch.forEach(({ resolve }, i) => {
        resolve(outcomes[i]);
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `${name} failed on a batch of ${batch.length} calls as a whole: ${reason}`;
      for (const { reject } of batch) reject(new Error(message, { cause: error }));
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Lets all pending callers add their calls.
      await new Promise((resolve) => setImmediate(resolve));
      await run(waiting.splice(0, MOST));
    }
    isRunning = false;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (!isRunning) void runAll();
    });
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
