/** The ops of the package that the benchmark calls, loaded for its side alone. */
import { gatherND, scatterND } from 'tfjs-gather-scatter';
import { unsortedSegmentMax, unsortedSegmentSum } from 'tfjs-gather-scatter/segment';

export const OPS = { gatherND, scatterND, unsortedSegmentMax, unsortedSegmentSum };
