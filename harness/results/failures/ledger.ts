import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { UserError } from "../../../base/user-error.ts";
import { readYaml } from "../../../base/yaml.ts";

const clusterId = z.string().regex(/^F[1-9]\d*$/);

const knownClusterSchema = z.strictObject({
  id: clusterId,
  name: z.string().nullable().default(null).describe("a person's; null: named by what separates it"),
  notes: z.array(z.string()).default([]),
  merged_into: clusterId.nullable().default(null).describe("a person says that the two are one"),
  last_seen: z.string().describe("the latest run in which it occurred"),
  mean: z.record(z.string(), z.number()).describe("of its failures then: what later failures are held against"),
});
/** A cluster that some run had. */
export type KnownCluster = z.infer<typeof knownClusterSchema>;

const eventSchema = z.strictObject({
  run: z.string(),
  type: z.enum(["new", "split", "merge"]),
  id: clusterId.describe("new: the cluster; split: the new part; merge: the cluster that is no longer found by itself"),
  of: clusterId.nullable().describe("split: what it was part of; merge: what it is part of now"),
});
/** What became of clusters from one run to the next. */
export type LedgerEvent = z.infer<typeof eventSchema>;

/** `failures.yaml`: clusters of all runs of a folder, with the names and notes that people gave them. */
export const ledgerSchema = z.strictObject({
  version: z.literal(1).default(1),
  clusters: z.array(knownClusterSchema).default([]),
  events: z.array(eventSchema).default([]),
});
export type FailureLedger = z.infer<typeof ledgerSchema>;

const FILE = "failures.yaml";

/** Beside the runs, so that the next run finds it. */
export function ledgerPath(runDirectory: string): string {
  return join(dirname(runDirectory), FILE);
}

/** Empty where there is none yet. @throws UserError `input` for a file that does not fit, with each line. */
export async function readLedger(path: string): Promise<FailureLedger> {
  if (!existsSync(path)) return ledgerSchema.parse({});
  const ledger = await readYaml(path, ledgerSchema, "input");
  const problems = problemsOf(ledger);
  if (problems.length === 0) return ledger;
  throw new UserError("input", `${path} contradicts itself`, {
    problems,
    hint: "mend it, or restore an earlier version",
  });
}

/** As `readLedger`; a file that does not fit is told of, and everything goes on without names, notes and merges: for what only shows them. */
export async function readLedgerOrSay(path: string, say: (message: string) => void): Promise<FailureLedger> {
  try {
    return await readLedger(path);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const why = [error.message, ...error.problems].join("; ");
    say(`groups of failures are shown without the names, notes and merges of people: ${why}`);
    return ledgerSchema.parse({});
  }
}

function problemsOf({ clusters }: FailureLedger): string[] {
  const ids = clusters.map(({ id }) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const lost = clusters.filter(({ merged_into }) => merged_into !== null && !ids.includes(merged_into));
  const circles = clusters.filter(({ id }) => idAfterMerges({ clusters }, id) === null);
  return [
    ...twice.map((id) => `${id} stands there twice`),
    ...lost.map(({ id, merged_into }) => `${id} is merged into ${merged_into}, which is not there`),
    ...circles.map(({ id }) => `${id} is merged into itself, over others`),
  ];
}

/** The cluster that a merged one counts as; null where merges lead in a circle. */
export function idAfterMerges({ clusters }: Pick<FailureLedger, "clusters">, id: string): string | null {
  const seen = new Set<string>();
  for (let at: string | null | undefined = id; ; ) {
    if (seen.has(at)) return null;
    seen.add(at);
    const next: string | null | undefined = clusters.find((cluster) => cluster.id === at)?.merged_into;
    if (!next) return at;
    at = next;
  }
}

const HEAD = `# Groups of failures over the runs beside this file. Names, notes and merges are yours to edit,
# here or by \`scopebench failures name|note|merge\`; ids, means and events are kept by scopebench.
`;

export async function writeLedger(path: string, ledger: FailureLedger): Promise<void> {
  await writeFileAtomic(path, HEAD + stringify(ledger, { lineWidth: 0 }));
}

/** A ledger with one of its clusters changed. @throws UserError `usage` for an id that it does not have */
export function withChange(
  ledger: FailureLedger,
  id: string,
  change: (cluster: KnownCluster) => KnownCluster,
): FailureLedger {
  if (!ledger.clusters.some((cluster) => cluster.id === id))
    throw new UserError("usage", `no group of failures ${id}`, {
      problems: [
        ledger.clusters.length === 0
          ? "none has been found yet"
          : `there are ${ledger.clusters.map((cluster) => cluster.id).join(", ")}`,
      ],
      hint: "scopebench failures latest lists them",
    });
  return { ...ledger, clusters: ledger.clusters.map((cluster) => (cluster.id === id ? change(cluster) : cluster)) };
}
