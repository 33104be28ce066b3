/**
 * Scattering floats by atomics in no fixed order, if the user allows that for speed. A thread takes
 * neighbouring updates and combines those for one place before writing it, because threads that write to the
 * same place wait for each other.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { exchange, type InOrder } from './combine.js';
import type { Memory } from './memory.js';
import { copyToStartFrom } from './scatter_atomic.js';
import { runAtSites } from './walks.js';
import { updateReader } from './wgsl_updates.js';
import { unitsOf } from './wgsl_values.js';

export function scatterUnordered(
  { combine, among }: InOrder,
  plan: ScatterPlan,
  memory: Memory,
): TensorInfo {
  const output = copyToStartFrom(plan, memory);
  const units = unitsOf(plan, 1);
  const updates = updateReader(plan, units);
  runAtSites(plan.target, memory, {
    name: 'ScatterUnordered',
    units,
    walk: 'neighbours',
    parts: [updates],
    output,
    atomic: true,
    functions: `fn combined(old : i32, bits : i32) -> i32 {
  let value = bitcast<f32>(old);
  let update = bitcast<f32>(bits);
  return bitcast<i32>(${combine});
}
fn touch(slice : i32, c : i32, value : f32) {
  if (slice < 0) { return; }
  let place = slice * uniforms.units + c;
  ${exchange('combined(old, bitcast<i32>(value))')}
}
`,
    body: (each) => `  var before = -1;
  var value = 0.0;
${each(`    let update = ${updates.value('site')};
    if (slice == before) {
      value = ${among};
    } else {
      touch(before, c, value);
      before = slice;
      value = update;
    }`)}
  touch(before, c, value);`,
  });
  return output;
}
