/** Projects rows of many numbers onto a plane: their two principal components. */

/**
 * Creates a projection for rows that change between calls. Each call starts from the axes of the
 * previous one, so the picture neither flips nor jumps. It returns the points as x, y, x, y, …, with
 * their mean at the origin.
 */
export function createProjection(columns: number): (rows: Float32Array) => Float32Array {
  // Two independent vectors with different values in every column.
  let axes: Float64Array[] = [0, 1].map((axis) =>
    Float64Array.from({ length: columns }, (_, i) => Math.cos((axis + 1) * (i + 0.5))),
  );
  return (rows) => {
    const means = meansOf(rows, columns);
    const covariance = covarianceOf(rows, means);
    for (let i = 0; i < ITERATIONS; i++) {
      axes = orthonormal(axes.map((axis) => product(covariance, axis))) ?? axes;
    }
    return project(rows, means, axes);
  };
}

/** Rounds of orthogonal iteration, which usually starts close to its result. */
const ITERATIONS = 30;

function meansOf(rows: Float32Array, columns: number): Float64Array {
  const means = new Float64Array(columns);
  for (let i = 0; i < rows.length; i++) means[i % columns] += rows[i];
  return means.map((sum) => (sum * columns) / rows.length);
}

/** The covariance matrix up to a factor, flat. */
function covarianceOf(rows: Float32Array, means: Float64Array): Float64Array {
  const columns = means.length;
  const sums = new Float64Array(columns * columns);
  const row = new Float64Array(columns);
  for (let start = 0; start < rows.length; start += columns) {
    for (let i = 0; i < columns; i++) row[i] = rows[start + i] - means[i];
    for (let i = 0; i < columns; i++) {
      for (let j = 0; j < columns; j++) sums[i * columns + j] += row[i] * row[j];
    }
  }
  return sums;
}

function product(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  return vector.map((_, i) => dot(matrix.subarray(i * size, (i + 1) * size), vector));
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

/** Makes two vectors orthonormal. Returns undefined if they span no plane. */
function orthonormal([first, second]: Float64Array[]): Float64Array[] | undefined {
  const x = unit(first);
  const along = x && dot(second, x);
  const y = x && unit(second.map((value, i) => value - (along ?? 0) * x[i]));
  return x && y && [x, y];
}

function unit(vector: Float64Array): Float64Array | undefined {
  const length = Math.sqrt(dot(vector, vector));
  return length > 1e-12 ? vector.map((value) => value / length) : undefined;
}

function project(rows: Float32Array, means: Float64Array, axes: Float64Array[]): Float32Array {
  const columns = means.length;
  const points = new Float32Array((rows.length / columns) * 2);
  for (let i = 0; i < rows.length; i++) {
    const node = Math.floor(i / columns);
    const column = i % columns;
    const value = rows[i] - means[column];
    points[2 * node] += value * axes[0][column];
    points[2 * node + 1] += value * axes[1][column];
  }
  return points;
}
