import { type Random, randomInteger } from "../../base/random.ts";
import { type Draw, NULL_POPULATIONS } from "../mean-tests/populations.ts";

/** Scenarios' changes with mean 0, by what they look like. */
export interface Population {
  name: string;
  draw: Draw;
  /** Every change is -1, 0 or 1. */
  passOrFail?: true;
}

/** What is worked on: nothing that is reported comes from these. */
export const DEVELOPMENT: readonly Population[] = [
  { name: "normal, sd .2", draw: NULL_POPULATIONS["normal, sd .2"]! },
  { name: "pass or fail, a third changes", draw: NULL_POPULATIONS["pass or fail, a third changes"]!, passOrFail: true },
  { name: "10 % gain .9, 90 % lose .1", draw: NULL_POPULATIONS["10 % gain .9, 90 % lose .1"]! },
];

const ofFour = (random: Random) => [1, 2, 3, 4].filter(() => random() < 0.6).length / 4;

export const REPORTED: readonly Population[] = [
  { name: "smooth, sd .29", draw: (random) => (random() + random() - random() - random()) / 2 },
  { name: "ties: quarters", draw: (random) => ofFour(random) - ofFour(random) },
  { name: "85 % equal, else anything", draw: (random) => (random() < 0.85 ? 0 : 2 * random() - 1) },
  {
    name: "pass or fail, a fifth changes",
    draw: (random) => [1, -1][randomInteger(random, 10)] ?? 0,
    passOrFail: true,
  },
  {
    name: "80 % equal, 4 % gain .8, 16 % lose .2",
    draw: (random) => (random() < 0.8 ? 0 : random() < 0.2 ? 0.8 : -0.2),
  },
  { name: "5 % gain .38, 95 % lose .02", draw: (random) => (random() < 0.05 ? 0.38 : -0.02) },
];

/** The same with a mean loss, exactly: so many scenarios break wholly, the others stay as they are. */
export function losing({ name, draw, passOrFail }: Population, loss: number): Population {
  return { name, passOrFail, draw: (random) => (random() < loss ? -1 : draw(random)) };
}

/** Standard deviation, by moments of many draws. */
export function spreadOf({ draw }: Population, random: Random, draws = 20_000): number {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < draws; i++) {
    const value = draw(random);
    sum += value;
    squares += value ** 2;
  }
  return Math.sqrt(squares / draws - (sum / draws) ** 2);
}
