/**
 * From where on each way of the module's loops is taken, as constants of its sources' './strategy'.
 * `npm run bench:thresholds -- wasm` times both ways around each, in the rows that are named after it.
 */
export const THRESHOLDS = {
  /**
   * The reach of indices in bytes from which on places that are only written are read first. Up to it
   * reading takes 1.15 times as long, from 64 kB to 4 MB 0.8 and less, and at 16 MB 1.1. Rows "bytes of
   * reach".
   */
  TOUCHES_FROM: 32_768,

  /**
   * From this length in bytes on the engine's own copying of slices is faster, by up to 7 %. Shorter ones
   * take it up to 1.2 times as long to write. Rows "bytes in a slice".
   */
  COPIES_FROM: 4096,
};
