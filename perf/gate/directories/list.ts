import { type DirectoryCase, makeCase, type Scores } from "./cases.ts";

const THREE = ["a", "b", "c"];
const MODELS = ["one", "two", "three"];

/** Directories of every size and effect that the gate's rules tell apart. */
export function directoryCases(): DirectoryCase[] {
  return [...sizesAndEffects(), ...beside(), ...withinFamilies(), ...otherFiles(), ...absent()];
}

function sizesAndEffects(): DirectoryCase[] {
  return [1, 2, 6, 14, 52, 260].flatMap((scenarios) => [
    makeCase(`${scenarios} equal`, { scenarios }),
    makeCase(`${scenarios} with noise`, { scenarios, noise: 0.3 }),
    makeCase(`${scenarios} lose .05`, { scenarios, noise: 0.2, loss: () => 0.05 }),
    makeCase(`${scenarios} lose .3`, { scenarios, noise: 0.2, loss: () => 0.3 }),
    makeCase(`${scenarios} gain .3`, { scenarios, noise: 0.2, loss: () => -0.3 }),
  ]);
}

/** One configuration falls beside two that do not change, said to be so or not. */
function beside(): DirectoryCase[] {
  const loss = ({ configuration }: { configuration: number }) => (configuration === 0 ? 0.4 : 0);
  return [14, 52].flatMap((scenarios) =>
    ([null, "configuration"] as const).flatMap((by) => {
      const shape = { scenarios, configurations: THREE, by, loss };
      const rule = by ? " by configuration" : "";
      return [
        makeCase(`${scenarios}: one of three falls${rule}`, shape),
        makeCase(`${scenarios}: one of three falls, the others declared${rule}`, shape, { declared: ["b", "c"] }),
      ];
    }),
  );
}

function withinFamilies(): DirectoryCase[] {
  const loss = ({ family }: { family: number }) => (family === 0 ? 0.4 : -0.1);
  return [52, 130].flatMap((scenarios) =>
    ([null, "family"] as const).map((by) =>
      makeCase(`${scenarios}: one family of four falls${by ? " by family" : ""}`, { scenarios, by, loss, noise: 0.2 }),
    ),
  );
}

function otherFiles(): DirectoryCase[] {
  const run = { kind: "run directories", noise: 0.2 } as const;
  const trec = { kind: "TREC files", passOrFail: true } as const;
  return [
    makeCase("run: 52 equal", { ...run, scenarios: 52, noise: 0 }),
    makeCase("run: 52 with noise", { ...run, scenarios: 52 }),
    makeCase("run: 52 lose .3", { ...run, scenarios: 52, loss: () => 0.3 }),
    makeCase("run: 6 lose .3", { ...run, scenarios: 6, loss: () => 0.3 }),
    makeCase("run: 52, three models", { ...run, scenarios: 52, configurations: MODELS }),
    makeCase("run: 52, one of three models falls", {
      ...{ ...run, scenarios: 52, configurations: MODELS, by: "configuration" },
      loss: ({ configuration }) => (configuration === 0 ? 0.4 : 0),
    }),
    makeCase("run: 130, moved as a whole by .15", { ...run, scenarios: 130, loss: () => 0.15 }),
    makeCase("TREC: 60 by chance", { ...trec, scenarios: 60 }),
    makeCase("TREC: 60 break", { ...trec, scenarios: 60, loss: () => 0.6 }),
    makeCase("TREC: 6 break", { ...trec, scenarios: 6, loss: () => 0.6 }),
    makeCase("52 pass or fail", { scenarios: 52, passOrFail: true }),
    makeCase("52 pass or fail, half break", { scenarios: 52, passOrFail: true, loss: () => 0.35 }),
  ];
}

function absent(): DirectoryCase[] {
  const shape = { scenarios: 52, noise: 0.2 };
  const notComparable = { stated: { state: "not-comparable", exit: 4 } };
  return [
    makeCase("all declared, and equal", { scenarios: 6 }, { declared: ["a"] }),
    makeCase("declared, and yet changed", { ...shape, loss: () => 0.4 }, { declared: ["a"] }),
    makeCase("2 of 130 not run", { scenarios: 130, noise: 0.1 }, { missing: 2 }),
    makeCase("10 of 52 not run", shape, { missing: 10, ...notComparable }),
    makeCase("3 questions more", shape, { extra: 3, ...notComparable }),
    withUnscored(makeCase("1 of 130 unscored", { scenarios: 130, noise: 0.1 }), 1),
    { ...withUnscored(makeCase("6 of 52 unscored", shape), 6), stated: { state: "failed", exit: 3 } },
    makeCase("a damaged line", shape, { damaged: true, stated: { state: null, exit: 1 } }),
  ];
}

function withUnscored(one: DirectoryCase, count: number): DirectoryCase {
  const candidate: Scores = Object.fromEntries(
    Object.entries(one.candidate).map(([name, values]) => [
      name,
      values.map((value, at) => (at < count ? null : value)),
    ]),
  );
  return { ...one, candidate };
}
