import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { minimize } from "../basics/minimize.ts";

/** Values of a group share a random intercept, with `slope` also a random slope on that number, correlated with it. */
export interface RandomTerm {
  name: string;
  /** Group of each observation. */
  group: readonly string[];
  slope?: readonly number[];
}

export interface MixedModelOptions {
  y: readonly number[];
  /** One row an observation, intercept included: [1, x1, ...]. */
  fixed: readonly (readonly number[])[];
  random: readonly RandomTerm[];
  /** Default REML: components are not too small for the fixed effects estimated. */
  method?: "REML" | "ML";
}

export interface MixedModel {
  /** By name of the term: variance of the intercepts, of the slopes and their correlation where there are slopes. */
  components: Readonly<Record<string, { intercept: number; slope: number | null; correlation: number | null }>>;
  residual: number;
  fixed: readonly { estimate: number; standardError: number }[];
  /** -2 log likelihood, restricted for REML, at the optimum. */
  criterion: number;
}

/**
 * Linear mixed model with crossed or nested random effects, balanced or not: the profiled deviance of Bates, Maechler,
 * Bolker & Walker (Journal of Statistical Software 67, 2015, section 3), minimised over the relative standard deviations
 * of the terms. Dense, so for up to some hundred groups.
 */
export function fitMixedModel({ y, fixed, random, method = "REML" }: MixedModelOptions): MixedModel {
  const z = randomDesign(random, y.length);
  const x = new Matrix(fixed.map((row) => [...row]));
  const response = Matrix.columnVector([...y]);
  const zt = z.design.transpose();
  const xt = x.transpose();
  const products = {
    zz: zt.mmul(z.design),
    zx: zt.mmul(x),
    zy: zt.mmul(response),
    xx: xt.mmul(x),
    xy: xt.mmul(response),
  };
  const sizes = { n: y.length, p: x.columns, yy: y.reduce((sum, value) => sum + value ** 2, 0) };
  const start = random.flatMap((term) => (term.slope ? [1, 0, 1] : [1]));
  const solveAt = (theta: readonly number[]) => profile({ factor: z.factor(theta), products, sizes, method });
  const { x: theta } = minimize((candidate) => solveAt(candidate).deviance, start);
  const { deviance, variance, estimates, scale } = solveAt(theta);
  return {
    components: componentsOf(random, theta, variance),
    residual: variance,
    fixed: estimates.map((estimate, i) => ({ estimate, standardError: Math.sqrt(variance * scale.get(i, i)) })),
    criterion: deviance,
  };
}

interface Products {
  zz: Matrix;
  zx: Matrix;
  zy: Matrix;
  xx: Matrix;
  xy: Matrix;
}

/** Deviance when the random effects have the relative covariance factor factor'factor. Names as in the paper: L, RZX, RX, cu. */
function profile(options: {
  factor: Matrix;
  products: Products;
  sizes: { n: number; p: number; yy: number };
  method: "REML" | "ML";
}) {
  const { factor, products, sizes, method } = options;
  const { zz, zx, zy, xx, xy } = products;
  const left = factor.transpose();
  const inner = left.mmul(zz).mmul(factor).add(Matrix.eye(zz.rows));
  const l = cholesky(inner);
  const cu = forward(l, left.mmul(zy));
  const rzx = forward(l, left.mmul(zx));
  const cross = Matrix.sub(xx, rzx.transpose().mmul(rzx));
  const rx = cholesky(cross);
  const rest = Matrix.sub(xy, rzx.transpose().mmul(cu));
  const cb = forward(rx, rest);
  const squares = sizes.yy - sumOfSquares(cu) - sumOfSquares(cb);
  const freedom = method === "REML" ? sizes.n - sizes.p : sizes.n;
  const variance = squares / freedom;
  const determinants = logDeterminant(l) + (method === "REML" ? logDeterminant(rx) : 0);
  const inverse = forward(rx, Matrix.eye(sizes.p));
  const scale = inverse.transpose().mmul(inverse);
  return {
    deviance: determinants + freedom * (1 + Math.log(2 * Math.PI * variance)),
    variance,
    scale,
    estimates: scale.mmul(rest).to1DArray(),
  };
}

/** Design matrix of all random effects, and the block factor of their covariance for given parameters. */
function randomDesign(random: readonly RandomTerm[], n: number) {
  const blocks = random.map((term) => ({ term, levels: [...new Set(term.group)] }));
  const columns = blocks.reduce((sum, { term, levels }) => sum + levels.length * (term.slope ? 2 : 1), 0);
  const design = Matrix.zeros(n, columns);
  let offset = 0;
  for (const { term, levels } of blocks) {
    const place = new Map(levels.map((level, index) => [level, offset + index * (term.slope ? 2 : 1)]));
    term.group.forEach((group, row) => {
      design.set(row, place.get(group)!, 1);
      if (term.slope) design.set(row, place.get(group)! + 1, term.slope[row]!);
    });
    offset += levels.length * (term.slope ? 2 : 1);
  }
  const factor = (theta: readonly number[]) => {
    const matrix = Matrix.zeros(columns, columns);
    let [at, parameter] = [0, 0];
    for (const { term, levels } of blocks) {
      for (let level = 0; level < levels.length; level++) {
        matrix.set(at, at, theta[parameter]!);
        if (term.slope) {
          matrix.set(at + 1, at, theta[parameter + 1]!);
          matrix.set(at + 1, at + 1, theta[parameter + 2]!);
        }
        at += term.slope ? 2 : 1;
      }
      parameter += term.slope ? 3 : 1;
    }
    return matrix;
  };
  return { design, factor };
}

function componentsOf(
  random: readonly RandomTerm[],
  theta: readonly number[],
  variance: number,
): MixedModel["components"] {
  let at = 0;
  return Object.fromEntries(
    random.map((term) => {
      const [a, b, c] = [theta[at]!, theta[at + 1]!, theta[at + 2]!];
      at += term.slope ? 3 : 1;
      if (!term.slope) return [term.name, { intercept: variance * a ** 2, slope: null, correlation: null }];
      const slope = b ** 2 + c ** 2;
      const correlation = (Math.sign(a) * b) / Math.sqrt(slope);
      return [term.name, { intercept: variance * a ** 2, slope: variance * slope, correlation }];
    }),
  );
}

/** Lower factor; rounding may leave a product a bit off symmetric, which the library refuses. */
function cholesky(product: Matrix): Matrix {
  const symmetric = Matrix.add(product, product.transpose()).div(2);
  return new CholeskyDecomposition(symmetric).lowerTriangularMatrix;
}

/** Solves l x = b for a lower triangular l. */
function forward(l: Matrix, b: Matrix): Matrix {
  const x = b.clone();
  for (let i = 0; i < l.rows; i++) {
    for (let column = 0; column < x.columns; column++) {
      let value = x.get(i, column);
      for (let j = 0; j < i; j++) value -= l.get(i, j) * x.get(j, column);
      x.set(i, column, value / l.get(i, i));
    }
  }
  return x;
}

function logDeterminant(l: Matrix): number {
  return 2 * l.diagonal().reduce((sum, value) => sum + Math.log(value), 0);
}

function sumOfSquares(column: Matrix): number {
  return column.to1DArray().reduce((sum, value) => sum + value ** 2, 0);
}
