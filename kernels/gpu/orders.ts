/** The orders of sites that are kept on a GPU, for later calls along the same indices. */
import type { Indexed } from '../call/ends.js';
import { perSlice } from '../call/geometry.js';

/** tfjs' record of some data. Data that left the GPU may return with other values and a new record. */
interface DataRecord {
  refCount: number;
}

interface Entry<Kept> {
  kept: Kept;
  bytes: number;
  key: string;
  /** The objects that stand for the indices. */
  indices: WeakRef<object>[];
  records: WeakRef<DataRecord>[];
}

/** What is kept of indices, up to a number of bytes: the least recently used goes first. */
export class KeptOrders<Kept> {
  private entries: Entry<Kept>[] = [];

  constructor(
    private readonly most: number,
    private readonly free: (kept: Kept) => void,
  ) {}

  /** Returns what was kept of indices under a key that says all else that it depends on. */
  find(key: string, indices: readonly object[]): Kept | null {
    const { entries } = this;
    const at = entries.findIndex(
      (entry) => entry.key === key && entry.indices.every((ref, n) => ref.deref() === indices[n]),
    );
    if (at < 0) return null;
    const [found] = entries.splice(at, 1);
    entries.push(found);
    return found.kept;
  }

  /** Keeps what was made of indices, after `makeRoom`. */
  keep(
    kept: Kept,
    bytes: number,
    key: string,
    indices: readonly object[],
    records: readonly DataRecord[],
  ): void {
    const weak = <T extends object>(all: readonly T[]) => all.map((each) => new WeakRef(each));
    this.entries.push({ kept, bytes, key, indices: weak(indices), records: weak(records) });
  }

  /** Frees orders until another one fits, first those whose data is gone. */
  makeRoom(bytes: number): void {
    const { entries } = this;
    const isGone = ({ records }: Entry<Kept>) => records.some((ref) => !ref.deref()?.refCount);
    entries.sort((a, b) => Number(isGone(b)) - Number(isGone(a)));
    let sum = this.bytes + bytes;
    while (entries.length > 0 && (isGone(entries[0]) || sum > this.most)) {
      sum -= entries[0].bytes;
      for (const { kept } of entries.splice(0, 1)) this.free(kept);
    }
  }

  dispose(): void {
    for (const { kept } of this.entries.splice(0)) this.free(kept);
  }

  get count(): number {
    return this.entries.length;
  }

  get bytes(): number {
    return this.entries.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** Describes everything except index values that the slices of an end's sites depend on. */
export function addressingOf({ geometry, outOfBounds, wrapNegatives }: Indexed): string {
  const { siteShape, siteStrides, indexStrides, indexSizes, dataSize } = perSlice(geometry);
  const numbers = [siteShape, siteStrides, indexStrides, indexSizes, dataSize];
  return `${numbers.join(';')};${outOfBounds === 'clamp'};${wrapNegatives}`;
}
