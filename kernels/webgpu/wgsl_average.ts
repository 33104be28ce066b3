/**
 * Writes WGSL for `averaged(sum, terms)`, the sum divided by the number of its terms. Without averaging, it
 * is the sum.
 */
export function averaging(average: 'exact' | 'floor' | null, type: string, width: 1 | 4): string {
  // SwiftShader would take minutes to compile four copies of the function.
  const each = `var result = sum;
  for (var c = 0; c < 4; c++) { result[c] = average(sum[c], terms); }
  return result;`;
  const body =
    average === null ? 'return sum;' : width === 4 ? each : 'return average(sum, terms);';
  return `${average === null ? '' : AVERAGE[average]}
fn averaged(sum : ${type}, terms : i32) -> ${type} {
  ${body}
}
`;
}

/**
 * WGSL's float division may be off by 2.5 units in the last place. This one divides integers, digit by
 * digit, and rounds once, to even, like the CPU's division.
 */
const EXACT = `fn average(sum : f32, terms : i32) -> f32 {
  let bits = bitcast<u32>(sum);
  let magnitude = bits & 0x7fffffffu;
  if (magnitude >= 0x7f800000u || magnitude == 0u || terms == 1) { return sum; }
  let isNormal = magnitude >= 0x800000u;
  let mantissa = select(magnitude, (bits & 0x7fffffu) | 0x800000u, isNormal);
  let norm = countLeadingZeros(mantissa) - 8u;
  var rest = (mantissa << norm) << 7u;
  let zeros = countLeadingZeros(u32(terms));
  let divisor = u32(terms) << (zeros - 1u);
  var quotient = 0u;
  for (var k = 0; k < 27; k++) {
    let fits = rest >= divisor;
    rest = select(rest, rest - divisor, fits) << 1u;
    quotient = (quotient << 1u) | select(0u, 1u, fits);
  }
  quotient = (quotient << 1u) | select(0u, 1u, rest != 0u);
  let unit = max(i32(magnitude >> 23u), 1) - i32(norm) + i32(zeros) - 35;
  let lead = 8 - i32(countLeadingZeros(quotient));
  let exponent = lead + unit;
  let cut = u32(clamp(select(lead, lead + 1 - exponent, exponent < 1), 0, 31));
  let low = quotient & ((1u << cut) - 1u);
  let half = (1u << cut) >> 1u;
  let kept = quotient >> cut;
  let isUp = cut > 0u && (low > half || (low == half && (kept & 1u) == 1u));
  let rounded = kept + select(0u, 1u, isUp);
  let result = (u32(max(exponent, 1) - 1) << 23u) + rounded;
  return bitcast<f32>(result | (bits & 0x80000000u));
}`;

/** Rounds towards negative infinity; integer division truncates. */
const FLOOR = `fn average(sum : i32, terms : i32) -> i32 {
  let quotient = sum / terms;
  return select(quotient, quotient - 1, sum < 0 && quotient * terms != sum);
}`;

const AVERAGE = { exact: EXACT, floor: FLOOR };
