/**
 * The programs that draw updates at their places, as points or as triangles.
 */
import type { ScatterPlan } from '../call/plan.js';
import { offsets } from './glsl_offsets.js';
import { sources, updateAt, values, weights } from './glsl_updates.js';
import type { Program } from './shader.js';
import { DRAWS_TRIANGLES_FROM } from './strategy.js';

/**
 * The mark that is drawn at a place:
 *
 * - 'update': the update
 * - 'factor': the update, in alpha
 * - 'constant': the same value everywhere
 * - 'nan': NaN if the update, or an included value of data, is NaN; otherwise nothing
 */
export type Mark = 'update' | 'factor' | 'constant' | 'nan';

const COLOURS: Record<Mark, string> = {
  update: 'vec4(update, 0, 0, 1)',
  factor: 'vec4(-0.0, 0, 0, update)',
  constant: 'vec4(constant, 0, 0, 1)',
  nan: 'vec4(uintBitsToFloat(0x7fc00000u), 0, 0, 1)',
};

type Shaders = Required<Pick<Program, 'vertex' | 'varyings' | 'fragment'>>;

/** Declares what draws a mark at the place of every update, into a texture of this width. */
export function marksOf(plan: ScatterPlan, mark: Mark, constant: number, width: number) {
  const { sliceSize, siteCount } = plan.target.geometry;
  const points = sliceSize < DRAWS_TRIANGLES_FROM;
  // A slice may span several lines of the texture, with a triangle on each.
  const lines = width % sliceSize === 0 ? 1 : Math.ceil((sliceSize - 1) / width) + 1;
  const marksPerSite = points ? sliceSize : lines;
  const name: Program['name'] = points ? 'ScatterPointsProgram' : 'ScatterTrianglesProgram';
  const shaders = points ? asPoints(plan, mark) : asTriangles(plan, mark);
  return {
    ...shaders,
    name,
    points,
    count: siteCount * marksPerSite,
    vertex: { ...shaders.vertex, divisors: { marksPerSite, outWidth: width } },
    fragment: { ...shaders.fragment, floats: { constant } },
  };
}

/** Draws a point for each value. The vertex shader reads the update: most points have a single fragment. */
function asPoints(plan: ScatterPlan, mark: Mark): Shaders {
  const update = updateAt(plan, 'sourceOf(site)', 'part', 'place', 'weightOf(site, part)');
  return {
    vertex: {
      functions: [offsets('place', plan.target), sources(plan), values(plan), ...weights(plan)],
      textures: mark === 'nan' ? ['data'] : [],
      main: vertices(
        'gl_VertexID',
        `  Num place = offset + part;
  update = ${mark === 'constant' ? '0.0' : update};
  bool isShown = ${mark === 'nan' ? isNaN(plan) : 'true'};
  gl_PointSize = 1.0;
`,
        `    Num y = divide(place, outWidth, outWidthInverse);
    vec2 corner = vec2(place - y * outWidth, y) + 0.5;
`,
      ),
    },
    varyings: ['float update'],
    fragment: { main: `  result = ${COLOURS[mark]};\n` },
  };
}

/**
 * Draws a triangle on each line that a slice spans. It covers the centres of the slice's texels on that line: its
 * base is the left edge of the first texel, and its tip is in the middle of the last one's right edge. Corners
 * run counter-clockwise, as tfjs culls back faces.
 */
function asTriangles(plan: ScatterPlan, mark: Mark): Shaders {
  const { factors, target } = plan;
  // A weight without heads is read once for each site.
  const isPerSite = factors?.weights && factors.heads === 1;
  const [perSite, perValue] = isPerSite ? [weights(plan), []] : [[], weights(plan)];
  const weight = isPerSite ? 'weight' : 'weightOf(siteNumber, place - firstPlace)';
  const update = updateAt(plan, 'source', 'place - firstPlace', 'place', weight);
  return {
    vertex: {
      functions: [offsets('place', target), sources(plan), ...perSite],
      numbers: { sliceSize: target.geometry.sliceSize },
      main: vertices(
        'gl_VertexID / 3',
        `  firstPlace = offset;
  siteNumber = site;
  source = sourceOf(site);
${isPerSite ? '  weight = weightOf(site, Num(0));\n' : ''}  Num line = divide(offset, outWidth, outWidthInverse);
  Num left = offset - line * outWidth - part * outWidth;
  Num right = min(left + sliceSize, outWidth);
  left = max(left, Num(0));
  bool isShown = left < right;
`,
        `    int number = gl_VertexID % 3;
    vec2 corner = vec2(number == 1 ? right : left, float(line + part) + float(number) / 2.0);
`,
      ),
    },
    varyings: ['Num firstPlace', 'Num siteNumber', 'Num source', 'float weight'],
    fragment: {
      functions: [values(plan), ...perValue],
      textures: mark === 'nan' ? ['data'] : [],
      main: `  Num place = outputIndex();
  float update = ${mark === 'constant' ? '0.0' : update};
${mark === 'nan' ? `  if (!(${isNaN(plan)})) discard;\n` : ''}  result = ${COLOURS[mark]};
`,
    },
  };
}

/** Writes the vertices of marks, `marksPerSite` for each site. Marks of dropped sites are off screen. */
function vertices(number: string, mark: string, corner: string): string {
  return `  Num mark = Num(${number});
  Num site = marksPerSite > Num(1) ? divide(mark, marksPerSite, marksPerSiteInverse) : mark;
  Num part = mark - site * marksPerSite;
  Num offset = placeOf(site);
${mark}  gl_Position = vec4(2, 2, 2, 1);
  if (isShown && offset >= Num(0)) {
${corner}    gl_Position = vec4(corner / vec2(outSize) * 2.0 - 1.0, 0, 1);
  }
`;
}

/** Writes whether the mark 'nan' is drawn at `place`. */
function isNaN({ attributes }: ScatterPlan): string {
  return `isNaN(update)${attributes.includeSelf ? ' || isNaN(fetchData(place))' : ''}`;
}
