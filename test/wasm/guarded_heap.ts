/** A heap that shows what a call reads and writes beyond its tensors, or reads before it writes it. */
import { heap } from './backend.js';

/** The bytes on both sides of each tensor, a multiple of the allocator's alignment. */
const ZONE = 256;

/** What memory holds before a call writes it, in turn: NaN and -1 as floats and integers, then 0.7 and large ones. */
const PATTERNS = [0xff, 0x3f];

/**
 * Runs a function twice, each time with other bytes in new memory and around each tensor in it. Throws if these bytes
 * were changed, if tensors are left, or if the results differ.
 */
export function runGuarded<Result>(run: () => Result): Result {
  const [first, second] = PATTERNS.map((pattern) => guarded(pattern, run));
  // Objects, arrays and typed arrays alike; NaN is null in JSON.
  const text = (result: Result) => JSON.stringify(result, (_, value: unknown) => written(value));
  if (text(first) !== text(second)) {
    throw new Error(
      `depends on memory: ${text(first).slice(0, 300)}, then ${text(second).slice(0, 300)}`,
    );
  }
  return first;
}

const written = (value: unknown) => (typeof value === 'number' ? String(value) : value);

function guarded<Result>(pattern: number, run: () => Result): Result {
  const module = heap();
  // When Emscripten's functions run first, they replace themselves.
  module._free(module._malloc(1));
  const [malloc, free] = [module._malloc.bind(module), module._free.bind(module)];
  const zones = new Map<number, number>();
  const isWhole = (address: number, bytes: number) => {
    const { HEAPU8: all } = module;
    const before = all.subarray(address - ZONE, address);
    const after = all.subarray(address + bytes, address + bytes + ZONE);
    return [before, after].every((zone) => zone.every((byte) => byte === pattern));
  };
  const broken: number[] = [];
  const spies = [
    jest.spyOn(module, '_malloc').mockImplementation((bytes) => {
      const address = (malloc(bytes + 2 * ZONE) >>> 0) + ZONE;
      module.HEAPU8.fill(pattern, address - ZONE, address + bytes + ZONE);
      zones.set(address, bytes);
      return address;
    }),
    jest.spyOn(module, '_free').mockImplementation((address) => {
      const bytes = zones.get(address);
      if (bytes === undefined) {
        free(address);
        return;
      }
      if (!isWhole(address, bytes)) broken.push(bytes);
      zones.delete(address);
      free(address - ZONE);
    }),
  ];
  try {
    const result = run();
    if (broken.length > 0) throw new Error(`wrote beside tensors of ${broken.join(', ')} bytes`);
    if (zones.size > 0) throw new Error(`left tensors of ${[...zones.values()].join(', ')} bytes`);
    return result;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
