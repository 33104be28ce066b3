/**
 * The timers by which tf.time and tf.profile tell what the GPU does. tfjs sets them for programs that
 * it runs itself.
 */
import { util } from '@tensorflow/tfjs-core';

import type { WebGLBackend } from './context.js';

type Query = object;

/** Members of tfjs' webgl backend that its types keep private. */
interface Timers {
  /** The list that a measurement under way fills; null, or missing, where there is none. */
  activeTimers?: { name: string; query: Promise<number> }[] | null;
  /** Milliseconds spent on uploads since the last measurement. */
  uploadWaitMs: number;
  startTimer(): Query;
  endTimer(query: Query): Query;
  getQueryTime(query: Query): Promise<number>;
}

/** Runs an upload; where tfjs is measuring, its time counts as that of uploads. */
export function timedUpload(backend: WebGLBackend, run: () => void): void {
  const timers = backend as WebGLBackend & Timers;
  const start = util.now();
  run();
  if (timers.activeTimers) timers.uploadWaitMs += util.now() - start;
}

/** Runs what draws; where tfjs is measuring, its time counts under this name. */
export function timed(backend: WebGLBackend, name: string, run: () => void): void {
  const timers = backend as WebGLBackend & Timers;
  const { activeTimers } = timers;
  if (!activeTimers) {
    run();
    return;
  }
  const query = timers.startTimer();
  try {
    run();
  } finally {
    // WebGL refuses a second query before the end of the first.
    timers.endTimer(query);
  }
  activeTimers.push({ name, query: timers.getQueryTime(query) });
}
