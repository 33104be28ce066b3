/**
 * The shaders that draw updates at their places, as points or as triangles.
 */
import type { Factors, ScatterPlan } from '../call/plan.js';
import { offsets } from './glsl_offsets.js';
import { gatheredUpdates } from './glsl_updates.js';

/**
 * The mark that is drawn at a place:
 *
 * - 'update': the update
 * - 'factor': the update, in alpha
 * - 'term': the update and a count of one, for a mean
 * - 'constant': the same value everywhere
 * - 'nan': NaN if the update, or an included value of data, is NaN; otherwise nothing
 */
export type Mark = 'update' | 'factor' | 'term' | 'constant' | 'nan';

const COLOURS: Record<Mark, string> = {
  update: 'vec4(update, 0, 0, 1)',
  factor: 'vec4(-0.0, 0, 0, update)',
  term: 'vec4(update, 1, 0, 0)',
  constant: 'vec4(constant, 0, 0, 1)',
  nan: 'vec4(uintBitsToFloat(0x7fc00000u), 0, 0, 1)',
};

/**
 * Declares what a shader needs to read an update: `toUpdate`, the index of a value's update minus its place.
 * Updates that are read from their sources need the site's first place, source, number and weight instead.
 */
function ofSite({ source }: ScatterPlan, way: 'flat in ' | 'flat out ' | ''): string {
  const names = source.geometry
    ? ['Num firstPlace', 'Num source', 'Num siteNumber', 'float weight']
    : ['Num toUpdate'];
  return names.map((name) => `${way}${name};\n`).join('');
}

/** Returns whether the weight of a site depends on the component. */
function hasHeads(factors: Factors | null): boolean {
  return factors !== null && factors.heads > 1;
}

/** Writes the update of `place`. */
function updateAt({ source, factors }: ScatterPlan): string {
  if (!source.geometry) return 'fetchUpdates(place + toUpdate)';
  const weight = hasHeads(factors) ? 'weightOf(siteNumber, place - firstPlace)' : 'weight';
  return `updateOf(source, ${weight}, place - firstPlace, place)`;
}

/** Writes whether the mark 'nan' is drawn at `place`. */
function isNaN({ attributes }: ScatterPlan): string {
  return `isNaN(update)${attributes.includeSelf ? ' || isNaN(fetchData(place))' : ''}`;
}

/** Writes a point for each value. The vertex shader reads the update: most points have a single fragment. */
function point(plan: ScatterPlan, mark: Mark): string {
  return `
  Num place = offset + part;
  update = ${mark === 'constant' ? '0.0' : updateAt(plan)};
  bool isShown = ${mark === 'nan' ? isNaN(plan) : 'true'};
  gl_PointSize = 1.0;`;
}

const POINT_CORNER = `
    Num y = divide(place, outSize.x, outSizeInverse.x);
    vec2 corner = vec2(place - y * outSize.x, y) + 0.5;`;

/**
 * A triangle on each line that a slice spans. It covers the centres of the slice's texels on that line: its
 * base is the left edge of the first texel, and its tip is in the middle of the last one's right edge. Corners
 * run counter-clockwise, as tfjs culls back faces.
 */
const TRIANGLE = `
  Num line = divide(offset, outSize.x, outSizeInverse.x);
  Num left = offset - line * outSize.x - part * outSize.x;
  Num right = min(left + sliceSize, outSize.x);
  left = max(left, Num(0));
  bool isShown = left < right;`;

const TRIANGLE_CORNER = `
    int number = gl_VertexID % 3;
    vec2 corner = vec2(number == 1 ? right : left, float(line + part) + float(number) / 2.0);`;

/** Writes the vertices of marks, `marksPerSite` for each site. Marks of dropped sites are off screen. */
export function vertexShader(plan: ScatterPlan, mark: Mark, asPoints: boolean): string {
  const { source, target, factors } = plan;
  const setUp = source.geometry
    ? `firstPlace = offset;
  source = sourceOf(site);
  siteNumber = site;
  weight = ${hasHeads(factors) ? '1.0' : 'weightOf(site, Num(0))'};`
    : 'toUpdate = site * sliceSize - offset;';
  const declared = asPoints
    ? `${ofSite(plan, '')}flat out float update;\n`
    : ofSite(plan, 'flat out ');
  return `${offsets('place', target)}${gatheredUpdates(plan)}${declared}void main() {
  Num mark = Num(gl_VertexID${asPoints ? '' : ' / 3'});
  Num site = marksPerSite > Num(1) ? divide(mark, marksPerSite, marksPerSiteInverse) : mark;
  Num part = mark - site * marksPerSite;
  Num offset = placeOf(site);
  ${setUp}${asPoints ? point(plan, mark) : TRIANGLE}
  gl_Position = vec4(2, 2, 2, 1);
  if (isShown && offset >= Num(0)) {${asPoints ? POINT_CORNER : TRIANGLE_CORNER}
    gl_Position = vec4(corner / vec2(outSize) * 2.0 - 1.0, 0, 1);
  }
}
`;
}

export function fragmentShader(plan: ScatterPlan, mark: Mark, asPoints: boolean): string {
  if (asPoints) return `flat in float update;\nvoid main() {\n  result = ${COLOURS[mark]};\n}\n`;
  return `${gatheredUpdates(plan)}${ofSite(plan, 'flat in ')}void main() {
  Num place = outputIndex();
  float update = ${mark === 'constant' ? '0.0' : updateAt(plan)};
${mark === 'nan' ? `  if (!(${isNaN(plan)})) discard;\n` : ''}  result = ${COLOURS[mark]};
}
`;
}
