/** The headline of a race: its outcome, and the leap of tfjs when it is accelerated. */
import { PATIENCE } from './patience.js';
import type { Before, Standing } from './standing.js';
import { timeText, verdict } from './verdict.js';

export interface Outcome {
  ratio: string;
  /** The times that it is of. */
  times: string;
}

const TOO_LONG = `over ${PATIENCE / 1000} s`;

/** The ratio and its times; undefined until they are known. */
export function outcomeOf({ tfjs, ours, trouble, isAccelerated }: Standing): Outcome | undefined {
  if (ours === undefined) return undefined;
  const own = timeText(ours);
  const name = isAccelerated ? 'accelerated tfjs' : 'tfjs';
  if (trouble === 'stopped') {
    const ratio = `${name} was stopped: a step takes ${TOO_LONG}`;
    return { ratio, times: `With this package it takes ${own}.` };
  }
  if (trouble === 'failed') {
    const times = `One step takes ${own}. The TensorFlow.js lane says why it does not run.`;
    return { ratio: 'Only this package can train here', times };
  }
  if (tfjs === undefined) return undefined;
  const times = `One step: ${timeText(tfjs)} by ${name}, ${own} with this package, timed in turn.`;
  return { ratio: verdict(tfjs, ours), times };
}

/** Tells what acceleration has changed for tfjs; '' where there is nothing to compare. */
export function leapOf({ tfjs, isAccelerated, before }: Standing): string {
  if (!isAccelerated || before === undefined) return '';
  const was = beforeText(before);
  if (tfjs === undefined) return `tfjs: ${was} before accelerateBuiltins().`;
  const now = `${timeText(tfjs)}${before === 'failed' ? ' a step' : ''}`;
  return `tfjs: ${was} before, ${now} with accelerateBuiltins().`;
}

function beforeText(before: NonNullable<Before>): string {
  if (before === 'failed') return 'could not train';
  return `${before === 'stopped' ? TOO_LONG : timeText(before)} a step`;
}
