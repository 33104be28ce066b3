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
export function watchArrays(): void {
  TYPES.forEach(watch);
}

/** Returns the bytes of each array that a function allocates. */
export function arraysOf(run: () => void): number[] {
  sizes = [];
  run();
  return sizes;
}
