import { grouped } from "../../../base/grouped.ts";
import { firstDifference } from "../../../harness/results/trace/first-difference.ts";
import type { CompareData, ExecutionData } from "../../../harness/show/report/site-data.ts";
import { h } from "./dom.ts";
import { baselineName, loadExecution } from "./execution-file.ts";
import { whenNear } from "./when-near.ts";

type Comparison = NonNullable<CompareData>;
type Change = Comparison["report"]["comparison"]["questions"][number];

/** Which families the listed questions are of, and at which step their executions part from the baseline's: where to look first. */
export function tallies(
  changes: readonly Change[],
  { data, families }: { data: Comparison; families: ReadonlyMap<string, string> },
): HTMLElement | null {
  if (changes.length === 0) return null;
  const partings = h("span", {});
  const element = h(
    "p",
    { class: "caption" },
    `By family: ${counted(changes.map(({ scenario }) => families.get(scenario) ?? "unknown"))}. `,
    partings,
  );
  const held = changes.flatMap(({ executions }) => {
    const first = executions.find(({ name }) => data.baseline_executions.includes(name));
    return first ? [first.name] : [];
  });
  whenNear(element, () => {
    void Promise.all(held.map(partingOf)).then((found) => {
      if (found.length > 0) partings.append(`First difference, of an execution each: ${counted(found)}.`);
    });
  });
  return element;
}

async function partingOf(name: string): Promise<string> {
  try {
    const [candidate, baseline] = await Promise.all([name, baselineName(name)].map(loadExecution));
    return partingWords(candidate!, baseline!);
  } catch {
    return "not in this report";
  }
}

function partingWords({ trace: candidate }: ExecutionData, { trace: baseline }: ExecutionData): string {
  if (!candidate || !baseline) return "no trace";
  const found = firstDifference(candidate, baseline);
  if (!found) return "none";
  const call = candidate.tool_calls.find(({ index }) => index === found.a);
  const other = baseline.tool_calls.find(({ index }) => index === found.b);
  const tool = (call ?? other)?.tool ?? "";
  const words: Record<typeof found.type, string> = {
    call: `${tool} in place of ${other?.tool ?? "an answer"}`,
    arguments: `${tool} with other arguments`,
    result: `${tool} with another result`,
    length: call ? `${tool} where the baseline answers` : `an answer where the baseline calls ${tool}`,
    answer: "the answer alone",
  };
  return words[found.type];
}

/** `lookup 3, impact 1`: the most frequent first. */
function counted(names: readonly string[]): string {
  const groups = [...grouped(names, (name) => name)].map(([name, members]) => ({ name, n: members.length }));
  return groups
    .sort((a, b) => b.n - a.n)
    .map(({ name, n }) => `${name} ${n}`)
    .join(", ");
}
