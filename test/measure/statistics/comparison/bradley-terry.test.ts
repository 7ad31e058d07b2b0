import { describe, expect, it } from "vitest";
import { makeRandom, pick } from "../../../../base/random.ts";
import { bradleyTerry, type SystemChoice } from "../../../../measure/statistics/comparison/bradley-terry.ts";
import { nonEmpty } from "../../../non-empty.ts";

const times = (count: number, preference: SystemChoice): SystemChoice[] =>
  new Array<SystemChoice>(count).fill(preference);

/** Games of the American League's eastern division, 1987: rows won against columns (Agresti, Categorical Data Analysis, 2nd ed., table 10.10). */
const TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
const WON = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
];
const GAMES = WON.flatMap((row, a) =>
  row.flatMap((won, b) => times(won, { shown: [TEAMS[a]!, TEAMS[b]!], preferred: TEAMS[a]! })),
);

describe("Bradley and Terry's model", () => {
  it("gives the abilities that R's BradleyTerry2 gives of its example", () => {
    const { strengths } = bradleyTerry(GAMES, { place: false });
    const of = new Map(strengths.map(({ system, value }) => [system, value]));
    const about = TEAMS.map((team) => Number((of.get(team)! - of.get("Baltimore")!).toFixed(4)));
    expect(about).toEqual([1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0]);
  });

  it("of three that are always shown together strengths are the logarithms of the votes", () => {
    const shown = ["a", "b", "c"];
    const votes = { a: 126, b: 26, c: 23 };
    const all = shown.flatMap((preferred) => times(votes[preferred as keyof typeof votes], { shown, preferred }));
    const { pairs } = bradleyTerry(all, { place: false });
    expect(pairs.map(({ first, second, value }) => [first, second, Number(value.toFixed(9))])).toEqual([
      ["a", "b", Number((126 / 152).toFixed(9))],
      ["a", "c", Number((126 / 149).toFixed(9))],
      ["b", "c", Number((26 / 49).toFixed(9))],
    ]);
  });

  it("of two the interval is the logit's, ties take nothing from the share, and the order shown is told apart", () => {
    const pair = (preferred: string | null, shown = ["a", "b"]) => ({ shown, preferred });
    const untied = bradleyTerry([...times(30, pair("a")), ...times(10, pair("b"))], { place: false });
    const half = 1.959963985 * Math.sqrt((1 / 30 + 1 / 10) * (40 / 39));
    const [{ value, low } = { value: 0, low: 0 }] = untied.pairs;
    expect([value, Math.log(low / (1 - low))]).toEqual([
      expect.closeTo(0.75, 9),
      expect.closeTo(Math.log(3) - half, 6),
    ]);
    const tied = bradleyTerry([...times(30, pair("a")), ...times(10, pair("b")), ...times(25, pair(null))], {
      place: false,
    });
    expect(tied.pairs[0]!.value).toBeCloseTo(0.75, 9);
    const turned = times(20, pair("b", ["b", "a"]));
    const { pairs, shownFirst } = bradleyTerry([...times(20, pair("a")), ...turned, pair("b"), pair("a", ["b", "a"])], {
      place: true,
    });
    expect([pairs[0]!.value, shownFirst!.value]).toEqual([expect.closeTo(0.5, 9), expect.closeTo(20 / 21, 9)]);
  });

  it("raters that are of one mind widen the interval, however many votes they give", () => {
    const votes = ["r1", "r2", "r3", "r4"].flatMap((rater, at) =>
      Array.from({ length: 50 }, (_, query): SystemChoice => {
        const preferred = at === 0 || query % 10 === 0 ? "b" : "a";
        return { shown: ["a", "b"], preferred, clusters: [rater, `q${query}`] };
      }),
    );
    const width = (some: readonly SystemChoice[]) => {
      const [{ low, high } = { low: 0, high: 0 }] = bradleyTerry(some, { place: false }).pairs;
      return high - low;
    };
    const alone = width(votes.map(({ clusters: _, ...vote }) => vote));
    expect(width(votes)).toBeGreaterThan(3 * alone);
  });

  it("holds the truth in 95 of 100 intervals, of made votes by raters and queries", () => {
    const truth = { a: 1, b: 0.3, c: -1.3 } as const;
    const systems = ["a", "b", "c"] as const;
    let [held, of] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const random = makeRandom("votes", seed);
      const votes = Array.from({ length: 240 }, (_, at): SystemChoice => {
        const out = pick(random, systems);
        const left = systems.filter((system) => system !== out);
        const shown = random() < 0.5 ? [...left].reverse() : left;
        const powers = shown.map((system) => Math.exp(truth[system]));
        const preferred =
          random() < powers[0]! / powers.reduce((sum, power) => sum + power, 0) ? shown[0]! : shown.at(-1)!;
        return { shown, preferred, clusters: [`r${at % 12}`, `q${Math.floor(at / 6)}`] };
      });
      for (const { first, second, low, high } of bradleyTerry(votes, { place: true }).pairs) {
        const share = 1 / (1 + Math.exp(truth[second as "a"] - truth[first as "a"]));
        [held, of] = [held + Number(low <= share && share <= high), of + 1];
      }
    }
    expect(held / of).toBeGreaterThan(0.92);
  });

  it("refuses an order that decided all, one that is always the same, and nothing but ties", () => {
    const vote = (first: string, second: string, preferred: string | null) => ({ shown: [first, second], preferred });
    const decided = [vote("a", "b", "a"), vote("b", "a", "b")];
    const same = [...times(3, vote("a", "b", "a")), vote("a", "b", "b"), vote("a", "b", null)];
    const tied = [vote("a", "b", null), vote("b", "a", null)];
    for (const votes of nonEmpty([decided, same, tied]))
      expect(() => bradleyTerry(votes, { place: true })).toThrow(/no finite estimate/);
    expect(bradleyTerry(same, { place: false }).pairs[0]!.value).toBeCloseTo(0.75, 9);
    expect(() => bradleyTerry(tied, { place: false })).toThrow(/no finite estimate/);
  });

  it("refuses what has no finite estimate, with who was never beaten", () => {
    const never = [...times(3, { shown: ["a", "b"], preferred: "a" }), { shown: ["b", "c"], preferred: null }];
    const refused = [never, never.map(({ shown, preferred }) => ({ shown, preferred: preferred && "b" }))];
    for (const votes of nonEmpty(refused))
      expect(() => bradleyTerry(votes, { place: false })).toThrow(/no finite estimate/);
    expect(() => bradleyTerry(never, { place: false })).toThrow(
      expect.objectContaining({ problems: ["none of b, c was ever preferred to, or tied with, a"] }),
    );
  });
});
