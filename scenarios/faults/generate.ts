import { type Issue, readIssues } from "../../db/issues/issues.ts";
import { readCorpusPatterns } from "../../db/issues/patterns.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { scenarioId } from "../finish.ts";
import { type Scenario, type ScenarioSet, scenarioSetSchema } from "../set/schema.ts";
import type { FAULT_DOCUMENTS } from "../set/suite-names.ts";
import { TruthDisagreement } from "../truth/prove.ts";
import type { AskedReport } from "./hold-out.ts";

/** What is asked, and of which documents; these are the truth. */
interface Sought {
  documents: (typeof FAULT_DOCUMENTS)[number];
  asks: string;
  expected: readonly { id: string; title: string }[];
}

/**
 * Each report that was held out, in each of its queries, which are one cluster: which earlier reports are of the same fault, and which
 * patterns of the corpus have one of those. Patterns may have later reports besides. The truth is what people linked: it is checked that
 * the snapshot has those issues, filed before, and not the report itself.
 * @throws TruthDisagreement when that does not hold
 */
export async function generateFaultSuite(
  substrate: Substrate,
  { asked, seed }: { asked: readonly AskedReport[]; seed: number },
): Promise<ScenarioSet> {
  const issues = await readIssues(substrate);
  const patterns = await patternsWith(substrate);
  const questions = asked.flatMap((one) => {
    checkTruth(one, issues);
    return [earlierReports(one, issues), ...patterns(one)].flatMap((sought) =>
      one.queries.map((query) => ({ one, sought, ...query })),
    );
  });
  const first = new Map<AskedReport, string>();
  const scenarios = questions.map(({ one, sought, query, text }, at): Scenario => {
    const id = scenarioId(at);
    const leader = first.get(one) ?? id;
    first.set(one, leader);
    const { documents, asks, expected } = sought;
    return {
      ...{ id, family: "search", complexity: "single_hop", answerable: true, template: query },
      turns: [`${asks}\n\n${text}`],
      expected_ids: expected.map((document) => document.id),
      expected_entities: [],
      reference_answer: `Yes: ${expected.map((document) => `${document.id} (${document.title})`).join("; ")}.`,
      traps: [],
      ...(leader !== id && { cluster: leader }),
      faults: { documents, report: one.report.id, filed: one.filed, likeness: one.likeness, alike: one.alike },
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

function checkTruth({ report, earlier, filed }: AskedReport, issues: ReadonlyMap<string, Issue>): void {
  const wrong = earlier.filter((id) => !((issues.get(id)?.created ?? "9") < filed));
  if (wrong.length > 0 || issues.has(report.id))
    throw new TruthDisagreement(`${report.id}: held out, or what was filed before it, is not as the snapshot has it`);
}

function earlierReports({ earlier }: AskedReport, issues: ReadonlyMap<string, Issue>): Sought {
  const expected = earlier.map((id) => ({ id, title: issues.get(id)!.title }));
  return { documents: "reports", asks: "Was this reported before?", expected };
}

/** Which patterns have an earlier report: none where no pattern has. */
async function patternsWith(substrate: Substrate): Promise<(one: AskedReport) => Sought[]> {
  const { patterns } = (await readCorpusPatterns(substrate)) ?? { patterns: [] };
  return ({ earlier }) => {
    const known = new Set(earlier);
    const expected = patterns
      .filter(({ reports }) => reports.some(({ id }) => known.has(id)))
      .map(({ id, name }) => ({ id, title: name }));
    return expected.length === 0
      ? []
      : [{ documents: "patterns", asks: "Which known pattern of faults is this?", expected }];
  };
}
