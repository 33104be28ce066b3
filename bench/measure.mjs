/** Times contestants in turn, with the same data, in one process. */
import { median } from 'simple-statistics';
import { makeInputs } from './cases.mjs';

/** Calls that do not count, while the engine compiles the code. */
const WARM_UP = 5;

/** Times contestants on each of several cases; `report` gets the name of the next one. */
export async function compareAll(cases, contestants, settings, report) {
  const results = [];
  for (const given of cases) {
    report(given.name);
    results.push({ name: given.name, times: await compare(given, contestants, settings) });
  }
  return results;
}

/**
 * Times contestants on a case. For each, returns the median in ms (null if it lacks the op), the ratio
 * to the first one's time, and whether its result is wrong. The order changes from round to round,
 * because a call affects the next one through caches and memory.
 */
export async function compare(given, contestants, { rounds, callsPerRound = 1 }) {
  const inputs = makeInputs(given);
  const prepared = [];
  for (const contestant of contestants) {
    const call = await contestant.prepare(given, inputs);
    if (call) prepared.push({ ...contestant, call, times: [] });
  }
  const wrong = await findWrong(given, prepared);
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let i = 0; i < prepared.length; i++) {
      const entry = prepared[(i + round + WARM_UP) % prepared.length];
      await entry.enter?.();
      await entry.call.before?.();
      const elapsed = await time(entry.call, callsPerRound);
      if (round >= 0) entry.times.push(elapsed);
    }
  }
  for (const { enter, call } of prepared) {
    await enter?.();
    await call.dispose();
  }
  const medians = new Map(prepared.map(({ name, times }) => [name, median(times)]));
  const first = medians.get(contestants[0].name);
  return contestants.map(({ name }) => {
    const ms = medians.get(name) ?? null;
    return { name, ms, ratio: ms === null ? null : ms / first, wrong: wrong.includes(name) };
  });
}

/** Returns the ms for a call, for waiting until its result is computed, and for releasing the result. */
async function time({ run, finish, release }, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const output = run();
    const result = output instanceof Promise ? await output : output;
    if (finish) await finish(result);
    release(result);
  }
  return (performance.now() - start) / calls;
}

/**
 * Finds the contestants whose results differ from the first one's. That is an error, because comparing
 * speed would mean nothing, unless their threads race for a place.
 */
async function findWrong(given, prepared) {
  const wrong = [];
  let expected;
  for (const { name, enter, call, races } of prepared) {
    await enter?.();
    const output = await call.run();
    const values = (await call.values(output)).slice();
    call.release(output);
    expected ??= values;
    const at = values.findIndex((value, i) => !close(given, value, expected[i]));
    if (values.length === expected.length && at < 0) continue;
    if (!races) {
      throw new Error(`${given.name}: ${name} gives ${values[at]} at ${at}, not ${expected[at]}.`);
    }
    wrong.push(name);
  }
  return wrong;
}

/** Sums of many floats agree only approximately, because of rounding. */
function close({ dtype }, value, expected) {
  if (dtype === 'int32') return value === expected;
  return Math.abs(value - expected) <= 1e-3 * Math.max(1, Math.abs(expected));
}
