/** The standing of a race: the times of steps that were taken in turn, and why a lane takes none. */
import { median } from '../shared/numbers.js';
import type { Racer } from './racer.js';

/** Why tfjs' lane takes no steps: it threw, or nobody waited any longer; or ''. */
export type Trouble = '' | 'failed' | 'stopped';

/** Time of a step by tfjs as it comes, in ms, or why it took none; undefined if nobody knows. */
export type Before = number | Exclude<Trouble, ''> | undefined;

export interface Standing {
  /** Time of a step in each lane, in ms, while both took turns; undefined before both were timed. */
  tfjs: number | undefined;
  /** Where tfjs takes no steps, this is that of all of this package's. */
  ours: number | undefined;
  trouble: Trouble;
  isAccelerated: boolean;
  /** tfjs' lane before it was accelerated. */
  before: Before;
}

type Timed = Pick<Racer<unknown>, 'times' | 'timesInTurn' | 'error' | 'isStopped'>;

/** Number of steps whose median is the time of a step. */
const LATEST = 25;

export function latestOf(times: readonly number[], next: readonly number[]): readonly number[] {
  return [...times, ...next].slice(-LATEST);
}

/** The median; undefined if there is none. */
export function medianOf(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : median(times);
}

function troubleOf({ error, isStopped }: Timed): Trouble {
  if (error === '') return '';
  return isStopped ? 'stopped' : 'failed';
}

/** What is known of tfjs as it comes, to be told beside its time when it is accelerated. */
export function beforeOf(tfjs: Timed): Before {
  return troubleOf(tfjs) || medianOf(tfjs.times);
}

export function standingOf(
  [tfjs, ours]: readonly [Timed, Timed],
  isAccelerated: boolean,
  before: Before,
): Standing {
  const trouble = troubleOf(tfjs);
  const inTurn = medianOf(ours.timesInTurn);
  return {
    tfjs: medianOf(tfjs.timesInTurn),
    ours: inTurn ?? (trouble === '' ? undefined : medianOf(ours.times)),
    trouble,
    isAccelerated,
    before,
  };
}
