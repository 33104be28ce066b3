/**
 * Reports GPU time to tf.time and tf.profile. tfjs only does so for programs that it runs itself.
 */
import { util } from '../tfjs/seam.js';
import type { WebGLBackend } from './context.js';

/** Private members of tfjs' webgl backend. */
interface Timers {
  /** The list that the current measurement fills; null or missing if there is none. */
  activeTimers?: { name: string; query: Promise<number> }[] | null;
  /** Milliseconds spent on uploads since the last measurement. */
  uploadWaitMs: number;
  startTimer(): object;
  endTimer(query: object): object;
  getQueryTime(query: object): Promise<number>;
}

/** Runs an upload; if tfjs is measuring, reports it as upload time. */
export function timedUpload(backend: WebGLBackend, run: () => void): void {
  const timers = backend as WebGLBackend & Timers;
  const start = util.now();
  run();
  if (timers.activeTimers) timers.uploadWaitMs += util.now() - start;
}

/** Runs a draw; if tfjs is measuring, reports its time under this name. */
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
    // WebGL does not allow a second query before the first has ended.
    timers.endTimer(query);
  }
  activeTimers.push({ name, query: timers.getQueryTime(query) });
}
