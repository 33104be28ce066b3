/** Describes what a site does. */
import { assignOf, DEEDS, OPS, sitesOf, type Call, type Computed } from './call.js';
import { coordinatesText, textOf } from './cells.js';

/** Describes what the last finished site did. */
export function storyOf(call: Call, { places, outputs }: Computed, done: number): string {
  const { scatters } = OPS[call.op];
  if (done === 0) {
    if (assignOf(call)) return 'Data is a variable, and the output is what it becomes.';
    return scatters ? 'The output starts as a copy of data.' : 'The output is still empty.';
  }
  const { valuesEach, valuesShape, sliceRank } = sitesOf(call);
  const value = (done - 1) * valuesEach;
  const place = places[value];
  const moved = coordinatesText(valuesShape, value, sliceRank);
  const reached = coordinatesText(call.data.shape, place, sliceRank);
  const at = scatters ? place : value;
  const [before, after] = [outputs[done - 1]?.[at], outputs[done]?.[at]].map(textOf);
  const isSlice = valuesEach > 1;
  if (place < 0) {
    const fate = scatters ? `updates${moved} is left out` : `output${moved} is 0`;
    return `${fate}: the index is out of bounds.`;
  }
  if (!scatters) return `output${moved} reads data${reached}${isSlice ? '' : `: ${after}`}.`;
  const deed = `updates${moved} ${DEEDS[call.reduction]} output${reached}`;
  return isSlice ? `${deed}.` : `${deed}: ${before} becomes ${after}.`;
}
