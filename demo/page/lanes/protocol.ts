/** Messages between the page and the worker of a lane. */
import type { BackendName } from '../shared/backend_list.js';

/** The way a lane computes: by tfjs alone, or with this package. */
export type Way = 'tfjs' | 'package';
export type TaskName = 'graph' | 'machine' | 'words';

export interface LaneStart {
  task: TaskName;
  way: Way;
  backend: BackendName;
}

/** Methods of a task, each with at most one argument, which is copied to the worker. */
export type Methods = Record<string, (given: never) => unknown>;

export interface Request {
  id: number;
  method: string;
  given: unknown;
}

/** Answer to the request of the same id; or the news that the GPU is lost. */
export type Reply =
  { id: number; value: unknown } | { id: number; error: string } | { id: null; lost: true };
