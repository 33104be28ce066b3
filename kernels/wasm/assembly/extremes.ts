/**
 * The extremes of int32 indices, four lanes at a time. The end is a multiple of four indices after the
 * beginning. The least and the greatest of each lane replace the fields.
 */
import { ExtremesField } from '../fields';
import { field } from './field';

@inline
export function extremesOfLanes(call: usize): void {
  const begin = field(call, ExtremesField.begin), end = field(call, ExtremesField.end);
  let least = v128.load(begin), greatest = least;
  for (let at = begin + 16; at < end; at += 16) {
    const indices = v128.load(at);
    least = v128.min<i32>(least, indices);
    greatest = v128.max<i32>(greatest, indices);
  }
  v128.store(call, least);
  v128.store(call, greatest, 16);
}
