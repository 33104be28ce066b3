/** The orders of sites that are kept on a GPU, for later calls along the same indices. */
import type { Addressed } from '../call/reads.js';

/** tfjs' record of some data. Data that left the GPU may return with other values and a new record. */
interface DataRecord {
  refCount: number;
}

/** What orders take: bytes, and objects of a GPU, which are textures or buffers. */
export interface Room {
  bytes: number;
  objects: number;
}

interface Entry<Kept> {
  kept: Kept;
  room: Room;
  key: string;
  records: WeakRef<DataRecord>[];
}

/** At how many orders a new one looks, in turn, to find those whose data is gone. */
const LOOKED_AT = 16;

const isGone = ({ records }: Entry<unknown>) => records.some((ref) => !ref.deref()?.refCount);

/** What is kept of indices, up to so much room: the least recently used goes first. No step looks at all of it. */
export class KeptOrders<Kept> {
  /** The least recently used is the first. */
  private readonly entries = new Map<string, Entry<Kept>>();
  private readonly used: Room = { bytes: 0, objects: 0 };
  private round: Iterator<Entry<Kept>> = this.entries.values();
  /** Numbers for the objects that stand for indices. */
  private readonly numbers = new WeakMap<object, number>();
  private last = 0;

  constructor(
    private readonly most: Room,
    private readonly free: (kept: Kept) => void,
  ) {}

  /** Returns what was kept of indices under a key that says all else that it depends on. */
  find(key: string, indices: readonly object[]): Kept | null {
    const entry = this.entries.get(this.keyOf(key, indices));
    if (!entry) return null;
    this.entries.delete(entry.key);
    this.entries.set(entry.key, entry);
    return entry.kept;
  }

  /** Keeps what was made of indices. Frees others until it fits. */
  keep(
    kept: Kept,
    room: Room,
    key: string,
    indices: readonly object[],
    records: readonly DataRecord[],
  ): void {
    this.makeRoom(room);
    const full = this.keyOf(key, indices);
    const weak = records.map((record) => new WeakRef(record));
    this.entries.set(full, { kept, room, key: full, records: weak });
    this.use(room, 1);
  }

  dispose(): void {
    for (const entry of this.entries.values()) this.drop(entry);
  }

  get count(): number {
    return this.entries.size;
  }

  get bytes(): number {
    return this.used.bytes;
  }

  /** Frees orders until another one fits, first those whose data is gone. */
  private makeRoom({ bytes, objects }: Room): void {
    const { entries, used, most } = this;
    for (let n = Math.min(LOOKED_AT, entries.size); n > 0; n--) {
      let next = this.round.next();
      if (next.done) next = (this.round = entries.values()).next();
      if (!next.done && isGone(next.value)) this.drop(next.value);
    }
    for (const oldest of entries.values()) {
      if (used.bytes + bytes <= most.bytes && used.objects + objects <= most.objects) return;
      this.drop(oldest);
    }
  }

  private use({ bytes, objects }: Room, sign: 1 | -1): void {
    this.used.bytes += sign * bytes;
    this.used.objects += sign * objects;
  }

  private drop({ key, kept, room }: Entry<Kept>): void {
    this.entries.delete(key);
    this.use(room, -1);
    this.free(kept);
  }

  private keyOf(key: string, indices: readonly object[]): string {
    const numbers = indices.map((each) => {
      const number = this.numbers.get(each) ?? ++this.last;
      this.numbers.set(each, number);
      return number;
    });
    return `${numbers.join()} ${key}`;
  }
}

/** Describes everything except index values that the slices of an end's sites depend on. */
export function addressingOf({ geometry, outOfBounds, wrapNegatives }: Addressed): string {
  const { siteShape, siteStrides, indexStrides, indexSizes, dataSize, sliceSize } = geometry;
  const inSlices = [...siteStrides, ...indexStrides, dataSize].map((n) => n / sliceSize);
  return `${siteShape.join()};${indexSizes.join()};${inSlices.join()};${outOfBounds === 'clamp'};${wrapNegatives}`;
}
