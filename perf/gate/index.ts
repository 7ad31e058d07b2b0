/**
 * How often the gate errs: false alarms where nothing changed, and losses found where something did, beside what the
 * power analysis says. The figures stand in docs/method/gate.md. Run: node --import tsx perf/gate/index.ts [pairs]
 */
import { DIFFERENCE_OF_SHARES } from "../../measure/statistics/comparison/bounded-mean-test.ts";
import { boundedMeanPower, detectableMean } from "../../measure/statistics/power/bounded-mean.ts";
import { NOISE, type Simulation, simulateGate } from "./simulate.ts";

const pairs = Number(process.argv[2] ?? 1000);
const base = { pairs, metrics: 3, configurations: 3, seed: 1 };
const asked = { pairs, metrics: 1, configurations: 1, seed: 11, loss: 0, copies: 4 };
const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(7);
const print = (...cells: string[]) => console.log(cells.join("  "));

print("nothing changed: share of comparisons that");
for (const scenarios of [14, 52])
  for (const kind of ["steady", "coin"] as const) {
    const plain = simulateGate({ ...base, scenarios, kind, loss: 0 });
    print(
      `  ${scenarios} scenarios, ${kind}`.padEnd(26),
      "fail",
      percent(plain.regression),
      "inconclusive",
      percent(plain.inconclusive),
    );
  }
for (const configurations of [1, 6, 18]) {
  const metrics = { metric1: { hard_breaks: { from: 1, below: 0.5 } } };
  const broken = simulateGate({
    ...base,
    configurations,
    scenarios: 52,
    kind: "coin",
    loss: 0,
    metrics: 1,
    gate: { metrics },
  });
  print(
    `  with a hard break rule, 52 scenarios of ${configurations} executions that pass by chance: fail`,
    percent(broken.regression),
  );
}

for (const scenarios of [14, 50])
  for (const kind of ["steady", "coin"] as const)
    for (const gate of [{}, { assume: "symmetric" }]) {
      const fails = (concealed: boolean) =>
        percent(simulateGate({ ...asked, scenarios, kind, gate, concealed }).regression);
      print(
        `  ${scenarios} questions asked four times, ${kind}, ${gate.assume ?? "bounded mean"}`.padEnd(60),
        ...["clusters known", fails(false), "concealed", fails(true)],
      );
    }

print("a loss is there: found, and as the power analysis says");
for (const scenarios of [14, 52]) print(...planned(scenarios, 0.8));

/** The loss that the power analysis plans for, with a rule for losses of half its size. */
function planned(scenarios: number, power: number): string[] {
  // Of a scenario's difference of means: two sides of so many executions each.
  const spread = NOISE * Math.sqrt(2 / base.configurations);
  const design = { n: scenarios, sd: spread, alpha: 0.05 / base.metrics, range: DIFFERENCE_OF_SHARES };
  const loss = detectableMean(design, power);
  if (loss === null) return [`  ${scenarios} scenarios`.padEnd(26), "no loss could be found"];
  const rule = { min_effect: loss / 2 };
  const gate = { metrics: { metric1: rule, metric2: rule, metric3: rule } };
  const options: Simulation = { ...base, scenarios, kind: "steady", loss, gate };
  return [
    `  ${scenarios} scenarios, loss ${loss.toFixed(4)}`.padEnd(26),
    "found",
    percent(simulateGate(options).detected),
    "planned",
    percent(boundedMeanPower(loss, design)),
  ];
}
