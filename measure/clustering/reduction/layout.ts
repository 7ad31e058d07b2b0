import { portableExp, portableLog } from "../../../base/portable-math.ts";
import { type Random, randomInteger } from "../../../base/random.ts";
import { minimize } from "../../statistics/basics/minimize.ts";
import type { FuzzyGraph } from "./fuzzy-graph.ts";

/** Closeness in the layout is 1 / (1 + a d^(2b)). */
export interface ClosenessCurve {
  a: number;
  b: number;
}

/** The curve nearest (least squares at 300 distances up to 3) to one that is 1 up to `minDist` and falls off as e^-(d - minDist): umap-learn's `find_ab_params` with a spread of 1. */
export function closenessCurve(minDist: number): ClosenessCurve {
  const distances = Array.from({ length: 300 }, (_, i) => (3 * i) / 299);
  const wanted = distances.map((distance) => (distance < minDist ? 1 : portableExp(minDist - distance)));
  const error = ([a, b]: readonly number[]) =>
    distances.reduce((sum, d, i) => sum + (1 / (1 + a! * raised(d * d, b!)) - wanted[i]!) ** 2, 0);
  const { x } = minimize(error, [1, 1]);
  return { a: x[0]!, b: x[1]! };
}

/** Samples against each that attracts. */
const NEGATIVE_SAMPLES = 5;

/** Epochs as umap-learn's default. */
const epochsFor = (count: number): number => (count <= 10_000 ? 500 : 200);

/**
 * UMAP's layout by stochastic gradient descent with negative samples (McInnes, Healy & Melville, arXiv:1802.03426, algorithm 5), one edge after the other, from `start`
 * (`count * dimensions` numbers, changed in place). Powers go by logarithms, so that every runtime gives the same bytes.
 */
export function layOut(
  start: Float64Array,
  graph: FuzzyGraph,
  { count, dimensions, curve, random }: { count: number; dimensions: number; curve: ClosenessCurve; random: Random },
): void {
  const epochs = epochsFor(count);
  const heaviest = graph.weights.reduce((most, weight) => Math.max(most, weight), 0);
  const edges = [...graph.weights.keys()].filter((edge) => graph.weights[edge]! * epochs >= heaviest);
  const every = Float64Array.from(edges, (edge) => heaviest / graph.weights[edge]!);
  const next = every.slice();
  const nextNegative = every.map((period) => period / NEGATIVE_SAMPLES);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const step = 1 - epoch / epochs;
    edges.forEach((edge, at) => {
      if (next[at]! > epoch) return;
      const head = graph.heads[edge]! * dimensions;
      attract(start, head, graph.tails[edge]! * dimensions, { dimensions, curve, step });
      next[at]! += every[at]!;
      const period = every[at]! / NEGATIVE_SAMPLES;
      const negatives = Math.floor((epoch - nextNegative[at]!) / period);
      for (let sample = 0; sample < negatives; sample++)
        repel(start, head, randomInteger(random, count) * dimensions, { dimensions, curve, step });
      nextNegative[at]! += negatives * period;
    });
  }
}

interface Step {
  dimensions: number;
  curve: ClosenessCurve;
  step: number;
}

function attract(layout: Float64Array, one: number, other: number, { dimensions, curve: { a, b }, step }: Step): void {
  const squared = squaredGap(layout, one, other, dimensions);
  if (squared === 0) return;
  const raisedGap = raised(squared, b);
  const pull = (-2 * a * b * (raisedGap / squared)) / (a * raisedGap + 1);
  for (let at = 0; at < dimensions; at++) {
    const move = step * clip(pull * (layout[one + at]! - layout[other + at]!));
    layout[one + at]! += move;
    layout[other + at]! -= move;
  }
}

function repel(layout: Float64Array, one: number, other: number, { dimensions, curve: { a, b }, step }: Step): void {
  const squared = squaredGap(layout, one, other, dimensions);
  if (squared === 0) return;
  const push = (2 * b) / ((0.001 + squared) * (a * raised(squared, b) + 1));
  for (let at = 0; at < dimensions; at++)
    layout[one + at]! += step * clip(push * (layout[one + at]! - layout[other + at]!));
}

function squaredGap(layout: Float64Array, one: number, other: number, dimensions: number): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) {
    const gap = layout[one + at]! - layout[other + at]!;
    sum += gap * gap;
  }
  return sum;
}

function clip(value: number): number {
  return value > 4 ? 4 : value < -4 ? -4 : value;
}

function raised(x: number, exponent: number): number {
  return x === 0 ? 0 : portableExp(exponent * portableLog(x));
}
