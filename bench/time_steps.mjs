/** Times training steps, each until its loss is read. */

/** Runs a few steps that do not count, then steps for so many seconds, at least one; returns their times in ms, sorted. */
export function timeSteps(step, seconds) {
  for (let i = 0; i < 3; i++) step();
  const times = [];
  for (const end = performance.now() + 1000 * seconds; performance.now() < end || !times.length;) {
    const start = performance.now();
    step();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}
