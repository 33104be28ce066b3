/**
 * Draws at slices. There is a triangle on each line of the texture that a slice spans. It covers the centres of the
 * slice's texels on that line: its base is the left edge of the first texel, and its tip is in the middle of the last
 * one's right edge. Corners run counter-clockwise, as tfjs culls back faces.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { copy, draw } from './draw.js';
import type { Program } from './shader.js';
import type { Views } from './textures.js';
import { roomLike, type View } from './views.js';

/** A program whose `value` computes the value of a `component` of a slice; see `drawAtSlices`. */
interface AtSlices extends Omit<Program, 'target'> {
  count: number;
  /** GLSL that declares the `offset` of the slice of a `mark`, negative to leave it out, and sets the `varyings`. */
  find: string;
}

/** Makes an output with data's values, or zeros without data, and draws `count` slices of it. */
export function drawAtSlices(
  views: Views,
  { tensor: { shape, dtype }, geometry: { sliceSize, dataSize } }: Indexed,
  data: View | null,
  { count, find, varyings = [], value, ...program }: AtSlices,
): TensorInfo {
  const room = data ? roomLike(data, dataSize) : undefined;
  const { tensor, view } = views.output(shape, dtype, { room });
  if (data) copy(views, data, view);
  const { width } = view;
  const linesPerSlice = width % sliceSize === 0 ? 1 : Math.ceil((sliceSize - 1) / width) + 1;
  draw(views, {
    ...program,
    target: view,
    clears: !data,
    count: count * linesPerSlice,
    numbers: { sliceSize },
    divisors: { linesPerSlice },
    varyings: ['Num firstColumn', ...varyings],
    vertex: `  int corner = gl_VertexID % 3;
  Num number = Num(gl_VertexID / 3);
  Num mark = divide(number, linesPerSlice, linesPerSliceInverse);
${find}  Num line = divide(offset, outWidth, outWidthInverse);
  Num part = number - mark * linesPerSlice;
  firstColumn = offset - (line + part) * outWidth;
  Num left = max(firstColumn, Num(0));
  Num right = min(firstColumn + sliceSize, outWidth);
  gl_Position = vec4(2, 2, 2, 1);
  if (left < right && offset >= Num(0)) {
    vec2 point = vec2(corner == 1 ? right : left, float(line + part) + float(corner) / 2.0);
    gl_Position = vec4(point * vec2(outWidthInverse, outHeightInverse) * 2.0 - 1.0, 0, 1);
  }
`,
    value: `  Num component = Num(floor(gl_FragCoord.x)) - firstColumn;
${value}`,
  });
  return tensor;
}
