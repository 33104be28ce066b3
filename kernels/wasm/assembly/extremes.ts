/**
 * The extremes of int32 indices, four lanes at a time. A call is the addresses of the first index and of the
 * end, a multiple of four indices later; the least and the greatest of each lane replace it.
 */
@inline
export function extremesOfLanes(call: usize): u32 {
  const begin = load<usize>(call), end = load<usize>(call, 4);
  let least = v128.load(begin), greatest = least;
  for (let at = begin + 16; at < end; at += 16) {
    const indices = v128.load(at);
    least = v128.min<i32>(least, indices);
    greatest = v128.max<i32>(greatest, indices);
  }
  v128.store(call, least);
  v128.store(call, greatest, 16);
  return 0;
}
