/** The backends that run in this process. tfjs is loaded when the first one starts. */
import { inBatches, inTurn } from './batches.js';
import { type Driver, NUMERIC, WITH_COMPLEX } from './driver.js';
import { IN_MEMORY } from './precision.js';

const inProcess = () => import('./in_process.js');

export function driverOf(
  backend: Driver['backend'],
  dtypes: Driver['dtypes'] = NUMERIC,
  name: string = backend,
  way = 'auto',
): Driver {
  return {
    name,
    backend,
    dtypes,
    precision: IN_MEMORY,
    share: 1,
    start: async () => (await inProcess()).startBackend(backend, way),
    run: inBatches(name, async (calls) => inTurn(calls, (await inProcess()).execute)),
    stop: async () => (await inProcess()).stopBackend(),
  };
}

export const inProcessDrivers: readonly Driver[] = [
  driverOf('cpu', WITH_COMPLEX),
  driverOf('wasm'),
  driverOf('wasm', NUMERIC, 'wasm views', 'views'),
  {
    ...driverOf('other', WITH_COMPLEX, 'keeps shapes'),
    start: async () => {
      await (await import('./keeps_shapes.js')).startBackendThatKeepsShapes();
    },
  },
  {
    ...driverOf('tensorflow', WITH_COMPLEX),
    onRequest: !process.env.TFJS_NODE,
    start: async () => {
      await (await import('./tfjs_node.js')).startTfjsNode();
    },
  },
  {
    ...driverOf('simulated', WITH_COMPLEX, 'simulated gpu'),
    share: 0.5,
    start: async () => {
      await (await import('./simulated_gpu.js')).startSimulatedGpu();
    },
  },
];
