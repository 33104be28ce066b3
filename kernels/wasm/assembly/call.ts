/**
 * A call: 14 words in memory, written by kernels/wasm/module_loops.ts. Lengths are in bytes, except `lines`,
 * `count` and `depth`. A step along a line of sites moves the place by `step`; each line begins `jump` after
 * the one before. `wraps` has all bits set if negative indices count from the end; otherwise it is 0.
 */
@inline export function data(call: usize): usize { return load<usize>(call); }
@inline export function indices(call: usize): usize { return load<usize>(call, 4); }
@inline export function values(call: usize): usize { return load<usize>(call, 8); }
@inline export function lines(call: usize): u32 { return load<u32>(call, 12); }
@inline export function count(call: usize): u32 { return load<u32>(call, 16); }
@inline export function jump(call: usize): usize { return load<usize>(call, 20); }
@inline export function step(call: usize): usize { return load<usize>(call, 24); }
@inline export function wraps(call: usize): u32 { return load<u32>(call, 28); }
@inline export function size0(call: usize): u32 { return load<u32>(call, 32); }
@inline export function stride0(call: usize): u32 { return load<u32>(call, 36); }
@inline export function size1(call: usize): u32 { return load<u32>(call, 40); }
@inline export function stride1(call: usize): u32 { return load<u32>(call, 44); }
@inline export function depth(call: usize): u32 { return load<u32>(call, 48); }
@inline export function bytes(call: usize): u32 { return load<u32>(call, 52); }
