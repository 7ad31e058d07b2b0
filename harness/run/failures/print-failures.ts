import { count, countOf } from "../../../base/counts.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import { decimal, percent, percentRange } from "../../print/format.ts";
import { completed, type Io, roomOf } from "../../print/io.ts";
import { hang, plainLine, table, wrap } from "../../print/text.ts";
import type { FailedBy } from "../../results/failures/failure.ts";
import type { FirstParting, ShownFailures } from "../../results/failures/find-parting.ts";
import type { GroupShare } from "../../results/failures/group-failures.ts";
import { LEAST_FAILURES } from "../../results/failures/group-failures.ts";
import type { LedgerEvent } from "../../results/failures/ledger.ts";

const RULE_WORDS: Readonly<Record<FailedBy, string>> = {
  error: "ended in an error",
  functional: "fail the functional verdict",
  contract: "broke the answer contract to the end",
  judge: "fail for the judge",
  below: "are below the quantile",
};

/**
 * A table of the groups, then those of `inFull`, each with what separates it and what to look at.
 * @param word what commands call the run, whose folder may have another name than the run had
 * @param path of the ledger that was written; null where nothing was
 */
export function printFailures(
  shown: Printed,
  { io, word, path, inFull }: { io: Io; word: string; path: string | null; inFull: ReadonlySet<string> },
): void {
  const room = roomOf(io);
  const width = Number.isFinite(room) ? Math.min(room, WIDEST) : room;
  const page: Page = { io, width, colours: coloursOf(io) };
  printHead(shown, page);
  if (shown.clusters === null) printList(shown, page);
  else {
    printGroups(shown.clusters, page);
    for (const cluster of shown.clusters) if (inFull.has(cluster.id)) printCluster(cluster, page);
    printApart(shown, page);
    if (inFull.size === 0 && shown.clusters.length > 0) printHint(shown, { word, page });
  }
  printEvents(shown.events, page);
  if (path !== null) page.io.error(`\n${wrap(`ids, names and notes: ${path}`, width, "")}`);
}

type Cluster = NonNullable<ShownFailures["clusters"]>[number] & { words?: readonly string[] };
type Printed = Omit<ShownFailures, "clusters"> & { clusters: readonly Cluster[] | null };

/** Longer lines are hard to read. */
const WIDEST = 100;

interface Page {
  io: Io;
  width: number;
  colours: Colours;
}

function printHead({ run, executions, failed, by, clusters }: Printed, { io, width, colours }: Page): void {
  const rules = Object.entries(by).map(([rule, found]) => `${count(found)} ${RULE_WORDS[rule as FailedBy]}`);
  const why = rules.length > 0 ? `: ${rules.join(", ")}` : "";
  io.out(wrap(`${plainLine(run)}: ${count(failed)} of ${countOf(executions, "execution")} failed${why}.`, width, ""));
  const [largest] = clusters ?? [];
  if (!clusters || !largest) return;
  const inClusters = clusters.reduce((sum, { members }) => sum + members.length, 0);
  const text = `${count(inClusters)} of them went wrong in ${countOf(clusters.length, "way")}; the largest, ${largest.id}, holds ${percent(largest.share.share, 0)} of all failures.`;
  io.out(colours.bold(wrap(text, width, "")));
}

/** Too few to group. */
function printList({ apart, failed }: Printed, { io, width }: Page): void {
  if (failed === 0) return;
  io.out(wrap(`Fewer than ${LEAST_FAILURES} failures are listed, not grouped:`, width, ""));
  for (const name of apart) io.out(`  ${plainLine(name)}`);
}

const COLUMNS = [
  { title: "group" },
  { title: "what happened", cut: "end" },
  { title: "failures", align: "right" },
  { title: "share", align: "right" },
  { title: "95 %", align: "right" },
] as const;

function printGroups(clusters: readonly Cluster[], { io, width }: Page): void {
  if (clusters.length === 0) return;
  const rows = clusters.map(({ id, name, members, share, stable }) => [
    id,
    `${plainLine(name)}${stable === false ? " (not stable)" : ""}`,
    count(members.length),
    percent(share.share, 0),
    percentRange(share),
  ]);
  io.out(`\n${table(COLUMNS, rows, width)}`);
}

/** The command stands in a line of its own, as it is typed. */
function printHint({ clusters }: Printed, { word, page: { io, colours } }: { word: string; page: Page }): void {
  io.out(`\n${colours.dim("What separates a group, typical executions, where to look; --all, of every one:")}`);
  io.out(completed(io, `  scopebench failures ${word} ${clusters?.[0]?.id}`));
}

function printCluster(cluster: Cluster, { io, width, colours }: Page): void {
  const { id, name, members, share, sentence, configurations, families, typical, borderline } = cluster;
  const size = `${count(members.length)}, ${percent(share.share, 0)} of failures (${percentRange(share)})${sayStability(cluster)}`;
  io.out(`\n${colours.bold(hang(id, `${plainLine(name)}: ${size}`, width))}`);
  const line = (label: string, text: string) => io.out(hang(`    ${colours.dim(label)}`, text, width));
  io.out(wrap(sentence, width, "    "));
  for (const { at, what } of cluster.fixes) line(`look at (${at})`, what);
  line("most in", `${sayGroups(configurations)}; ${sayGroups(families)}`);
  line("typical", typical.map(plainLine).join(" "));
  if (borderline.length > 0) line("borderline", borderline.map(plainLine).join(" "));
  if (cluster.parting) line("parts", sayParting(cluster.parting));
  if (cluster.words) line("words of its answers", cluster.words.map(plainLine).join(", ") || "none of its own");
  for (const note of cluster.notes) line("note", plainLine(note));
  if (cluster.merged.length > 0) line("holds", `${cluster.merged.join(", ")}, merged by a person`);
}

function sayStability({ stable, agreement }: Pick<Cluster, "stable" | "agreement">): string {
  return stable === false ? `; not stable, found again at ${decimal(agreement)}` : "";
}

const GROUPS = 2;

/** Those with the highest shares of their executions. */
function sayGroups(groups: readonly GroupShare[]): string {
  return groups
    .slice(0, GROUPS)
    .map(
      ({ group, count: found, of, low, high }) =>
        `${plainLine(group)} ${found} of ${of} (${percentRange({ low, high })})`,
    )
    .join(", ");
}

function sayParting({ failed, passing, shared, sentence }: FirstParting): string {
  const after = shared === 0 ? "at the first step" : `after ${countOf(shared, "equal step")}`;
  const what = sentence === null ? "nowhere: both do the same" : `${after}. ${plainLine(sentence)}`;
  return `${what} (A ${plainLine(failed)}, B ${plainLine(passing)}, which passes)`;
}

function printApart({ apart }: Printed, { io, width }: Page): void {
  if (apart.length === 0) return;
  const named = apart.slice(0, APART).map(plainLine).join(" ");
  const more = apart.length > APART ? ` and ${count(apart.length - APART)} more` : "";
  io.out(`\n${wrap(`${countOf(apart.length, "failure")} like no two others: ${named}${more}`, width, "")}`);
}

const APART = 3;

function printEvents(events: readonly LedgerEvent[], { io, width }: Page): void {
  const said = events.flatMap(({ type, id, of }) =>
    type === "split" ? [`${id} is split off from ${of}`] : type === "merge" ? [`${id} is now part of ${of}`] : [],
  );
  if (said.length > 0) io.out(`\n${wrap(`Since earlier runs: ${said.join("; ")}.`, width, "")}`);
}
