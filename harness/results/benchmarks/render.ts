import { count } from "../../../base/counts.ts";
import { decimal } from "../../print/format.ts";
import { table, wrap } from "../../print/text.ts";
import type { Benchmark } from "./benchmark.ts";
import type { ComparedFigure, MeasuredCollection, MeasuredSystem } from "./compare.ts";
import { LISTED_DEPTH } from "./compare.ts";

interface Rendered {
  collection: MeasuredCollection;
  metrics: readonly string[];
  systems: readonly MeasuredSystem[];
  published: readonly ComparedFigure[];
  width: number;
}

/** What stands above any table is no wider, so that it can be read. */
const TEXT_WIDTH = 100;

/** Ours, then what is published beside it, then what differs. */
export function renderBenchmark(
  benchmark: Benchmark,
  { collection, metrics, systems, published, width }: Rendered,
): string {
  const text = (line: string, indent = "") => wrap(line, Math.min(width, TEXT_WIDTH), indent);
  const compared = published.filter(({ refused }) => refused === null);
  const refused = published.filter((figure) => figure.refused !== null);
  return [
    `${benchmark.name}   ${benchmark.title}`,
    text(sayCollection(collection)),
    "",
    oursTable(systems, metrics, width),
    ...(systems.some(({ ranks }) => ranks === "listed")
      ? [text(`–: a list that its agent ended is compared to a cut of ${LISTED_DEPTH} at most.`)]
      : []),
    ...systems.filter(({ unanswered }) => unanswered > 0).map((system) => text(sayUnanswered(system, collection))),
    ...(compared.length > 0 ? ["", publishedTable(compared, systems, width), ...differences(compared, text)] : []),
    ...(refused.length > 0 ? ["", ...refusals(refused, text)] : []),
    ...(published.length === 0 ? ["", text(noneOf(benchmark))] : []),
  ].join("\n");
}

function sayCollection({ counts, asked, sha256, whole }: MeasuredCollection): string {
  const questions = asked === counts.questions ? count(asked) : `${count(asked)} of ${count(counts.questions)}`;
  const which = whole ? "" : "an excerpt or another version, ";
  return `${which}${count(counts.documents)} documents, ${questions} questions, ${count(counts.relevant)} relevant pairs, sha256 ${sha256.slice(0, 12)}; means over questions by trec_eval's rules, no answer counts 0`;
}

function sayUnanswered({ system, unanswered }: MeasuredSystem, { asked }: MeasuredCollection): string {
  return `${system} listed nothing for ${count(unanswered)} of ${count(asked)} questions: each counts 0.`;
}

function oursTable(systems: readonly MeasuredSystem[], metrics: readonly string[], width: number): string {
  return table(
    [{ title: "ours" }, ...metrics.map((title) => ({ title, align: "right" as const }))],
    systems.map(({ system, values }) => [system, ...metrics.map((metric) => decimal(values[metric], DIGITS))]),
    width,
  );
}

/** As many as papers of the field print. */
const DIGITS = 4;

function publishedTable(
  compared: readonly ComparedFigure[],
  systems: readonly MeasuredSystem[],
  width: number,
): string {
  const names = systems.map(({ system }) => system).filter((name) => compared.some(({ ours }) => hasOf(ours, name)));
  return table(
    [
      { title: "published" },
      { title: "metric" },
      { title: "theirs", align: "right" },
      ...names.map((title) => ({ title, align: "right" as const })),
    ],
    compared.map(({ system, metric, value, ours }) => [
      ...[system, metric, decimal(value, DIGITS)],
      ...names.map((name) => decimal(ours.find((own) => own.system === name)?.value, DIGITS)),
    ]),
    width,
  );
}

function hasOf(ours: ComparedFigure["ours"], name: string): boolean {
  return ours.some(({ system }) => system === name);
}

type Text = (line: string, indent?: string) => string;

/** What differs and where it stands, once for figures of which both are the same. */
function differences(figures: readonly ComparedFigure[], text: Text): string[] {
  const said = new Map<string, string>();
  for (const { system, differs, cited } of figures) {
    const lines = [...differs.map((line) => `differs: ${line}`), `cited: ${cited}`].map((line) => text(line, "  "));
    said.set(`${system}\n${lines.join("\n")}`, "");
  }
  return ["", ...said.keys()];
}

function refusals(figures: readonly ComparedFigure[], text: Text): string[] {
  return figures.flatMap(({ system, metric, refused, cited }) => [
    text(`not compared: ${system}, ${metric}: ${refused}`),
    text(`cited: ${cited}`, "  "),
  ]);
}

function noneOf({ notCopied }: Benchmark): string {
  return notCopied === undefined ? "No figure is known to be published on this collection." : notCopied;
}
