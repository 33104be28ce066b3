/** A race as a part shows it: prepared, run, and kept while the visitor is elsewhere. */
import type { Race } from './race.js';

export interface Contest {
  /** Settings that it was made for; those that change no lesson are not among them. */
  readonly key: string;
  readonly race: Pick<
    Race<unknown, unknown>,
    'racers' | 'accelerated' | 'standing' | 'isOver' | 'stepTime' | 'end'
  >;
  /** True from `prepare` on, if there is something to learn. */
  readonly isReady: boolean;
  /** Puts both lanes on the start; rejects when the signal is aborted. */
  prepare(signal: AbortSignal, onProgress: (text: string, share?: number) => void): Promise<void>;
  /** Lets a lane take a turn, and keeps what it shows. */
  turn(): Promise<void>;
  /** Accelerates tfjs' lane, and puts both lanes back on the start. */
  accelerate(): Promise<void>;
}
