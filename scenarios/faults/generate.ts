import { readIssues } from "../../db/issues/issues.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { scenarioId } from "../finish.ts";
import { type Scenario, type ScenarioSet, scenarioSetSchema } from "../set/schema.ts";
import { TruthDisagreement } from "../truth/prove.ts";
import type { AskedReport } from "./hold-out.ts";

/** What a tester writes of a report that has come in: its summary alone, or with what was seen. */
const FAULT_QUERIES = ["summary", "symptom"] as const;
type FaultQuery = (typeof FAULT_QUERIES)[number];

/** Characters of a symptom: what a person wrote before the logs begin. */
const MOST_SYMPTOM = 500;
const ASKED = "Was this reported before?";

/**
 * Each report that was held out, in two questions, which are one cluster. The truth is what people linked: it is checked
 * that the snapshot has those issues, filed before, and not the report itself.
 * @throws TruthDisagreement when that does not hold
 */
export async function generateFaultSuite(
  substrate: Substrate,
  { asked, seed }: { asked: readonly AskedReport[]; seed: number },
): Promise<ScenarioSet> {
  const issues = await readIssues(substrate);
  const questions = asked.flatMap((one) =>
    FAULT_QUERIES.filter((query) => query === "summary" || one.report.text.trim() !== "").map((query) => ({
      one,
      query,
    })),
  );
  const first = new Map<AskedReport, string>();
  const scenarios = questions.map(({ one, query }, at): Scenario => {
    const wrong = one.earlier.filter((id) => !((issues.get(id)?.created ?? "9") < one.filed));
    if (wrong.length > 0 || issues.has(one.report.id))
      throw new TruthDisagreement(
        `${one.report.id}: held out, or what was filed before it, is not as the snapshot has it`,
      );
    const id = scenarioId(at);
    const leader = first.get(one) ?? id;
    first.set(one, leader);
    return {
      ...{ id, family: "search", complexity: "single_hop", answerable: true, template: query },
      turns: [`${ASKED}\n\n${textOf(one, query)}`],
      expected_ids: [...one.earlier],
      expected_entities: [],
      reference_answer: `Yes: ${one.earlier.map((earlier) => `${earlier} (${issues.get(earlier)!.title})`).join("; ")}.`,
      traps: [],
      ...(leader !== id && { cluster: leader }),
      faults: { report: one.report.id, filed: one.filed, likeness: one.likeness, alike: one.alike },
    };
  });
  return scenarioSetSchema.parse({
    version: 1,
    corpus: substrate.manifest.mapping.name,
    snapshot: substrate.manifest.snapshot_hash,
    seed,
    notes: substrate.manifest.notes.filter((note) => note.includes("are held out")),
    scenarios,
  });
}

function textOf({ report: { title, text } }: AskedReport, query: FaultQuery): string {
  if (query === "summary") return title;
  const start = text.trim().slice(0, MOST_SYMPTOM);
  return `${title}\n${start.length < MOST_SYMPTOM ? start : start.replace(/\S+$/, "").trim()}`.toWellFormed();
}
