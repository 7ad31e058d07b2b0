import { type Random, randomInteger } from "../../base/random.ts";
import { normalQuantile } from "../../measure/statistics/basics/distributions.ts";

/** Draws one difference of two scores, between -1 and 1. */
export type Draw = (random: Random) => number;

const normal = (random: Random) => normalQuantile(0.5e-7 + (1 - 1e-7) * random());
const kept = (value: number) => Math.max(-1, Math.min(1, value));
const turned =
  (draw: Draw): Draw =>
  (random) =>
    -draw(random);
/** So many of `gain`, the others lose as much together. */
const few =
  (share: number, gain: number): Draw =>
  (random) =>
    random() < share ? gain : (-share * gain) / (1 - share);
const lognormal: Draw = (random) => kept(0.06 * (Math.exp(normal(random)) - LOGNORMAL_MEAN));
/** Of a lognormal cut off at 1 / 0.06 above its mean. */
const LOGNORMAL_MEAN = 1.63552;

/** Differences with mean 0: nothing is better or worse on average. */
export const NULL_POPULATIONS: Readonly<Record<string, Draw>> = {
  "normal, sd .2": (random) => kept(0.2 * normal(random)),
  "pass or fail, a third changes": (random) => [1, -1, 0, 0, 0, 0][randomInteger(random, 6)]!,
  "heavy tails (t with 3 degrees)": (random) => {
    const scale = Math.sqrt((normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2) / 3);
    return kept((0.1 * normal(random)) / scale);
  },
  "nine in ten equal, else a coin": (random) => (random() < 0.9 ? 0 : random() < 0.5 ? 1 : -1),
  "10 % gain .9, 90 % lose .1": few(0.1, 0.9),
  "10 % lose .9, 90 % gain .1": turned(few(0.1, 0.9)),
  "2 % gain .98, 98 % lose .02": few(0.02, 0.98),
  "80 % equal, 4 % gain .8, 16 % lose .2": (random) => (random() < 0.8 ? 0 : random() < 0.2 ? 0.8 : -0.2),
  "lognormal gains (skewness 5)": lognormal,
  "ceiling: 95 % lose .03, 5 % gain .57": few(0.05, 0.57),
};

/** The same shapes with a mean loss. */
export const LOSSES: Readonly<Record<string, Draw>> = {
  "loss .05, sd .1": (random) => kept(-0.05 + 0.1 * normal(random)),
  "loss .1, sd .1": (random) => kept(-0.1 + 0.1 * normal(random)),
  "loss .1, sd .35": (random) => kept(-0.1 + 0.35 * normal(random)),
  "loss .2, sd .35": (random) => kept(-0.2 + 0.35 * normal(random)),
  "pass or fail, 25 % lose, 10 % gain": (random) => {
    const u = random();
    return u < 0.25 ? -1 : u < 0.35 ? 1 : 0;
  },
  "one in ten breaks wholly": (random) => (random() < 0.1 ? -1 : 0),
};
