/**
 * The thresholds between the module's loops, which its sources import from './strategy'. `npm run
 * bench:thresholds -- wasm` times both choices around each threshold.
 */
export const THRESHOLDS = {
  /**
   * If indices reach at least this many bytes, places that are only written are read first. Below it that
   * takes 1.15 times as long, from 64 kB to 4 MB 0.8 and less, and at 16 MB 1.1.
   */
  TOUCHES_FROM: 32_768,

  /**
   * Slices of at least this many bytes are copied by memory.copy, which is up to 7% faster. For shorter ones
   * it takes up to 1.2 times as long to write.
   */
  COPIES_FROM: 4096,
};
