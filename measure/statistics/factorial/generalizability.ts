import { twoWayMeanSquares } from "./two-way.ts";

export interface Generalizability {
  /** Variance components; below 0 counts as 0. */
  system: number;
  topic: number;
  residual: number;
  /** Reliability of the systems' ranking, and of their absolute level, with this many topics. */
  relative: number;
  absolute: number;
}

/**
 * How far a test collection can be trusted: components of systems x topics by analysis of variance, and Cronbach's
 * E(rho^2) and Phi (Brennan, Generalizability Theory, 2001; for IR Urbano, Marrero & Martin, SIGIR 2013).
 * `rows[topic][system]`; `topics` asks for another number than there are. Null below two topics or systems.
 */
export function generalizability(rows: readonly (readonly number[])[], topics = rows.length): Generalizability | null {
  const squares = twoWayMeanSquares(rows);
  if (squares === null) return null;
  const residual = squares.meanResidual;
  const system = Math.max(0, (squares.meanColumns - residual) / rows.length);
  const topic = Math.max(0, (squares.meanRows - residual) / rows[0]!.length);
  return {
    system,
    topic,
    residual,
    relative: system / (system + residual / topics),
    absolute: system / (system + (topic + residual) / topics),
  };
}
