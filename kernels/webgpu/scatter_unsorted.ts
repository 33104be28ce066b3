/**
 * Scattering in the order of sites without a sort, in one program: for few sites, and for sites known to
 * address different slices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { copyOf } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import type { Run } from './program.js';
import { FEW_STEPS } from './strategy.js';
import { walkSites } from './walks.js';
import { sliceOf, sliceVariant, sliceVariantName } from './wgsl_slices.js';
import { indexInputs } from './wgsl_values.js';

/** Combines few sites. Each output searches for its sites, or each slice's first site for the others. */
export function combineFew(call: OrderedCall, memory: Memory): TensorInfo {
  const { siteCount, dataSize } = call.plan.geometry;
  return siteCount * dataSize <= FEW_STEPS ? byOutputs(call, memory) : bySites(call, memory);
}

function byOutputs(call: OrderedCall, memory: Memory): TensorInfo {
  const { data, geometry } = call.plan;
  const output = memory.output(data.shape, data.dtype);
  memory.run({
    ...common(call),
    name: 'ScatterFewByOutputs',
    output,
    inputs: { ...inputsOf(call), data },
    threads: geometry.dataSize / call.units.width,
    code: () => ({
      functions: functionsOf(call),
      body: `  let slice = i / uniforms.units;
  let c = i - slice * uniforms.units;
${collected(call, '0')}
  if (terms == 0) { value = ${call.value('i')}; }
  else { value = averaged(value, terms + uniforms.ownTerms); }
  result[i] = value;`,
    }),
  });
  return output;
}

function bySites(call: OrderedCall, memory: Memory): TensorInfo {
  const { data, geometry } = call.plan;
  const output = copyOf(data, memory);
  memory.run({
    ...common(call),
    name: 'ScatterFew',
    output,
    inputs: inputsOf(call),
    threads: geometry.siteCount * call.units.perSlice,
    code: () => ({
      functions: functionsOf(call),
      body: `  let site = i / uniforms.units;
  let c = i - site * uniforms.units;
  let slice = sliceOf(site);
  if (slice < 0) { return; }
  for (var j = 0; j < site; j++) {
    if (sliceOf(j) == slice) { return; }
  }
${collected(call, 'site')}
  result[slice * uniforms.units + c] = averaged(value, terms + uniforms.ownTerms);`,
    }),
  });
  return output;
}

/** Combines sites that address different slices, each on its own. */
export function combineDistinct(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan, units } = call;
  const output = copyOf(plan.data, memory);
  const { run, functions, start, each } = walkSites(plan, units, 'spread');
  memory.run({
    ...run,
    name: 'ScatterDistinct',
    variant: `${call.variant} ${run.variant}`,
    inputs: inputsOf(call),
    output,
    writes: call.writes,
    width: units.width,
    numbers: { ...call.numbers, ...run.numbers },
    code: () => ({
      functions: call.average + functions + call.updates.functions,
      body: `${start}
${each(`    if (slice < 0) { continue; }
    var value = ${call.start};
    let update = ${call.updates.value('site', 'c')};
    value = ${call.combine.combine};
    result[slice * uniforms.units + c] = averaged(value, 1 + uniforms.ownTerms);`)}`,
    }),
  });
  return output;
}

/** Combines in `value` all updates of `slice`, from a site on, and counts them in `terms`. */
function collected({ start, updates, combine }: OrderedCall, from: string): string {
  return `  var value = ${start};
  var terms = 0;
  for (var j = ${from}; j < uniforms.sites; j++) {
    if (sliceOf(j) == slice) {
      let update = ${updates.value('j', 'c')};
      value = ${combine.combine};
      terms++;
    }
  }`;
}

function common(
  call: OrderedCall,
): Pick<Run, 'variant' | 'writes' | 'width' | 'numbers' | 'geometry'> {
  const { plan, units, variant, writes, numbers } = call;
  return {
    variant: `${variant} ${sliceVariantName(sliceVariant(plan))}`,
    writes,
    width: units.width,
    numbers,
    geometry: plan.geometry,
  };
}

function inputsOf({ plan, startInputs, updates }: OrderedCall): Run['inputs'] {
  return { ...startInputs, ...updates.inputs, ...indexInputs(plan) };
}

function functionsOf({ average, plan, updates }: OrderedCall): string {
  return average + sliceOf(sliceVariant(plan)) + updates.functions;
}
