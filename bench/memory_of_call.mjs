/** Prints how many bytes a call adds to the peak resident memory. Arguments: WHO CASE SMOKE; Linux only. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { CASES, makeInputs, small } from './cases.mjs';
import { native, ourselves } from './contestants/in_node.mjs';

const [, , who, position, smoke] = process.argv;
const contestant = who === 'package' ? ourselves() : native;
const given = smoke === 'true' ? small(CASES[position]) : CASES[position];

const practice = small(given);
const warmUp = await contestant.prepare(practice, makeInputs(practice));
for (let i = 0; i < 200; i++) warmUp.release(await warmUp.run());

const call = await contestant.prepare(given, makeInputs(given));
globalThis.gc();
// V8 frees dead arrays in another thread. If they were freed later, they would hide some of the rise.
await setTimeout(200);
// Resets the peak to the current resident memory.
writeFileSync('/proc/self/clear_refs', '5');
const before = peak();
const output = await call.run();
console.log(peak() - before);
call.release(output);

function peak() {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)[1]) * 1024;
}
