import { cli } from "../../../harness/cli/index.ts";
import { planLooks } from "../../../harness/results/compare/sequential/plan.ts";
import { type DirectoryCase, makeCase } from "../directories/cases.ts";
import { writeCase } from "../directories/write.ts";
import { type SeriesEnd, seriesEnd } from "./decision.ts";

interface Ended extends Pick<SeriesEnd, "state" | "look"> {
  exit: number;
}

export interface SeriesFound {
  name: string;
  expected: Ended;
  found: Ended;
}

/** Sizes around those at which the looks change, with losses that stop early, late and not at all; one configuration each. */
export function seriesCases(): DirectoryCase[] {
  return [6, 14, 26, 38, 52, 130, 200, 260, 399, 520].flatMap((scenarios) =>
    [
      { name: "equal", noise: 0 },
      { name: "noise", noise: 0.3 },
      { name: "lose .05", noise: 0.2, loss: () => 0.05 },
      { name: "lose .15", noise: 0.2, loss: () => 0.15 },
      { name: "lose .3", noise: 0.3, loss: () => 0.3 },
      { name: "gain .1", noise: 0.2, loss: () => -0.1 },
    ].map(({ name, ...shape }) => makeCase(`${scenarios} ${name}, in looks`, { ...shape, scenarios })),
  );
}

/** The command line's series beside that of the numbers in the planned order. */
export async function decideSeries(one: DirectoryCase, folder: string): Promise<SeriesFound> {
  const args = [...(await writeCase(one, folder)), "--sequential"];
  const printed: string[] = [];
  const exit = await cli(args, {
    ...{ cwd: folder, environment: {}, interactive: false, trusts: true, columns: 80 },
    ...{ out: (text: string) => void printed.push(text), error: () => undefined, signal: new AbortController().signal },
  });
  const { verdict, series } = JSON.parse(printed.join("\n")) as {
    verdict: { state: Ended["state"] };
    series: { path: { look: number }[] };
  };
  const look = series.path.at(-1)!.look;
  return { name: one.name, expected: expectedOf(one), found: { state: verdict.state, exit, look } };
}

function expectedOf({ baseline, candidate, families, rule }: DirectoryCase): Ended {
  const planned = planLooks({
    scenarios: families.map((family, at) => ({ id: `s${at}`, family, cluster: `s${at}` })),
    seed: "baseline candidate",
    level: rule.level,
    tests: 1,
  });
  const [[before], [after]] = [Object.values(baseline), Object.values(candidate)];
  const changes = planned.order.map((id) => {
    const at = Number(id.slice(1));
    return Math.round((after![at]! - before![at]!) * 1e9) / 1e9;
  });
  const { state, look } = seriesEnd(changes, planned.looks, rule);
  return { state, look, exit: { failed: 3, "not-comparable": 4 }[state as string] ?? 0 };
}
