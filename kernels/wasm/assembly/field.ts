/** Reads the n-th field of a call. */
@inline
export function field(call: usize, n: i32): u32 {
  return load<u32>(call + (n << 2));
}
