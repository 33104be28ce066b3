/** Records what typed arrays allocate. Import it before the modules to watch. */

const TYPES = [
  'Float32Array',
  'Float64Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
] as const;

let sizes: number[] = [];

/** Makes a type of array record its allocations; views of existing memory are free. */
function watch(name: (typeof TYPES)[number]): void {
  const watched = new Proxy(globalThis[name], {
    construct(type, given: unknown[]) {
      const made = Reflect.construct(type, given) as ArrayBufferView;
      const isView = Object.prototype.toString.call(given[0]) === '[object ArrayBuffer]';
      if (!isView) sizes.push(made.byteLength);
      return made;
    },
  });
  Object.assign(globalThis, { [name]: watched });
}

/** Watches all types from now on. Jest passes them to modules when it loads these. */
function watchArrays(): void {
  TYPES.forEach(watch);
}

/** Returns the bytes of each array that a function allocates. */
function arraysOf(run: () => void): number[] {
  sizes = [];
  run();
  return sizes;
}

/** tfjs, the package and what runs it, all loaded while arrays are watched. */
export async function loadWatched() {
  watchArrays();
  const tf = await import('@tensorflow/tfjs');
  await import('tfjs-gather-scatter');
  const { startBackend, stopBackend } = await import('./in_process.js');
  const { allocationsOf } = await import('../wasm/backend.js');
  /** Returns the bytes of each array that a function allocates, also in wasm's heap. */
  const allocatedBy = (run: () => void): number[] => {
    let heap: number[] = [];
    const arrays = arraysOf(() => {
      if (tf.getBackend() === 'cpu') run();
      else heap = allocationsOf(run).sizes;
    });
    return [...arrays, ...heap];
  };
  return { tf, startBackend, stopBackend, allocatedBy };
}
