/** GLSL for the sites of a call: from a site to its offset, and the updates that it reads, changed by factors. */
import type { Indexed } from '../call/ends.js';
import type { ScatterPlan } from '../call/plan.js';
import type { Functions } from './shader.js';

/** The end that a program's own sites address, and the one where updates are read. */
type Name = 'place' | 'source';

/**
 * Writes `<name>Of(site)`, the site's offset or -1 for a dropped site. `<name>Of(site, isKept)` is an offset inside the
 * tensor for any site, and `<name>OfTuple(site, isKept)` is the indices' part of that. Loops over dimensions are
 * unrolled: software rasterisers are slow at short loops.
 */
export function offsets(name: Name, { geometry, outOfBounds, wrapNegatives }: Indexed): Functions {
  const { siteShape, siteStrides, indexSizes, indexStrides } = geometry;
  const fetch = name === 'place' ? 'fetchIndices' : 'fetchSourceIndices';
  /** Adds the k-th index's part. A NaN also makes `outside` nonzero. */
  const term = (k: number) => {
    const size = `float(${name}IndexSize${k})`;
    return `  index = ${fetch}(site * Num(${indexSizes.length}) + Num(${k}));
${wrapNegatives ? `  index += index < 0.0 ? ${size} : 0.0;\n` : ''}  kept = clamp(index, 0.0, ${size} - 1.0);
${outOfBounds === 'clamp' ? '' : '  outside += abs(index - kept);\n'}  offset += Num(kept) * ${name}IndexStride${k};
`;
  };
  const isStrided = siteShape.length > 1 || siteStrides[0] > 0;
  const inner = siteShape.slice(1).map((_, n) => siteTerm(name, siteShape.length - 1 - n));
  return {
    numbers: {
      ...numbered(`${name}SiteStride`, siteStrides),
      ...numbered(`${name}IndexSize`, indexSizes),
      ...numbered(`${name}IndexStride`, indexStrides),
    },
    divisors: numbered(`${name}SiteLength`, siteShape),
    glsl: `Num ${name}OfTuple(Num site, out bool isKept) {
  Num offset = Num(0);
  float index;
  float kept;
  float outside = 0.0;
${indexSizes.map((_, k) => term(k)).join('')}  isKept = outside == 0.0;
  return offset;
}
Num ${name}Of(Num site, out bool isKept) {
  Num offset = ${name}OfTuple(site, isKept);
  Num rest = site;
  Num quotient;
${inner.join('')}${isStrided ? `  offset += rest * ${name}SiteStride0;\n` : ''}  return offset;
}
Num ${name}Of(Num site) {
  bool isKept;
  Num offset = ${name}Of(site, isKept);
  return isKept ? offset : Num(-1);
}
`,
  };
}

/** Writes the step that adds the part from a site's coordinate `d`. */
function siteTerm(name: Name, d: number): string {
  return `  quotient = divide(rest, ${name}SiteLength${d}, ${name}SiteLength${d}Inverse);
  offset += (rest - quotient * ${name}SiteLength${d}) * ${name}SiteStride${d};
  rest = quotient;
`;
}

/** Returns values by names that end in their position. */
export function numbered(name: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}

/**
 * Writes `sourceOf(site)`, where a site's updates begin, or -1 if its source is dropped; and
 * `updateOf(site, source, component, place)`, the update of a place. `weight` is GLSL for its weight, if there are any.
 */
export function updates(plan: ScatterPlan, weight = weightIn(plan)): Functions[] {
  const { source, target, factors } = plan;
  const { sliceSize } = target.geometry;
  const { heads = 1 } = factors ?? {};
  const read = `fetchUpdates(source + component)${factors?.weights ? ` * ${weight}` : ''}`;
  const orFill = source.geometry ? `source < Num(0) ? constant : ${read}` : read;
  return [
    source.geometry ? offsets('source', source) : { glsl: SOURCE_IN_ORDER },
    {
      numbers: { sliceSize, ...(heads > 1 && { heads }) },
      divisors: heads > 1 ? { perHead: sliceSize / heads } : {},
      floats: { constant: source.geometry ? source.fill : source.tensor ? 0 : source.value },
      glsl: `float updateOf(Num site, Num source, Num component, Num place) {
  float update = ${source.tensor ? orFill : 'constant'};
${factors?.like ? COMPARED : ''}  return update;
}
`,
    },
  ];
}

const SOURCE_IN_ORDER = `Num sourceOf(Num site) {
  return site * sliceSize;
}
`;

const COMPARED = `  float a = source < Num(0) ? 0.0 : fetchSourceLike(source + component);
  float b = fetchTargetLike(place);
  if (a != b && !(isNaN(a) && isNaN(b))) update = 0.0;
`;

function weightIn({ factors }: ScatterPlan): string {
  const head = factors?.heads === 1 ? '' : ' * heads + divide(component, perHead, perHeadInverse)';
  return `fetchWeights(site${head})`;
}
