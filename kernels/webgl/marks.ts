/**
 * Draws at slices. There is a triangle on each line of the texture that a slice spans. It covers the centres of the
 * slice's texels on that line: its base is the left edge of the first texel, and its tip is in the middle of the last
 * one's right edge. Corners run counter-clockwise, as tfjs culls back faces.
 */
import type { Program } from './shader.js';
import type { Target } from './views.js';

type Marks = Pick<Program, 'count' | 'divisors' | 'varyings' | 'vertex'>;

/**
 * Declares marks on `count` slices. `find` is GLSL that declares the `offset` of the slice of the `mark`, negative to
 * leave it out, and sets the `varyings`. Fragments read COMPONENT.
 */
export function marksAt(
  { width }: Target,
  sliceSize: number,
  count: number,
  find: string,
  varyings: NonNullable<Program['varyings']>,
): Marks {
  const linesPerSlice = width % sliceSize === 0 ? 1 : Math.ceil((sliceSize - 1) / width) + 1;
  return {
    count: count * linesPerSlice,
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
  };
}

export const COMPONENT = '  Num component = Num(floor(gl_FragCoord.x)) - firstColumn;\n';
