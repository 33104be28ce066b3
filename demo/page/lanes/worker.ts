/**
 * A worker that computes one lane. It imports the package only if its lane is to have it, so that
 * tfjs' own lane is tfjs as it comes.
 */
import { onContextLost } from '../shared/lost_context.js';
import { startBackend } from '../shared/start_backend.js';
import type { LaneStart, Methods, Reply, Request, Way } from './protocol.js';

/** Tasks by name; a module's `createTask` makes the methods that the page may call. */
const TASKS = {
  graph: () => import('../parts/graph/task.js'),
  machine: () => import('../parts/machine/task.js'),
  words: () => import('../parts/words/task.js'),
} as const satisfies Record<
  LaneStart['task'],
  () => Promise<{ createTask: (way: Way) => Methods | Promise<Methods> }>
>;

let task: Methods = {};

const COMMON = {
  async start({ task: name, way, backend }: LaneStart): Promise<void> {
    await startBackend(backend);
    onContextLost(() => {
      reply({ id: null, lost: true });
    });
    const { createTask } = await TASKS[name]();
    task = await createTask(way);
  },
  async accelerate(): Promise<void> {
    const { accelerateBuiltins } = await import('./acceleration.js');
    accelerateBuiltins();
  },
};

function reply(message: Reply): void {
  postMessage(message);
}

async function answer({ id, method, given }: Request): Promise<void> {
  try {
    const methods: Methods = { ...COMMON, ...task };
    reply({ id, value: await methods[method](given as never) });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  void answer(data);
});
