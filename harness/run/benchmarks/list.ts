import { count } from "../../../base/counts.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable, table, wrap } from "../../print/text.ts";
import type { Benchmark } from "../../results/benchmarks/benchmark.ts";
import { BENCHMARKS, benchmarkNamed } from "../../results/benchmarks/registry.ts";
import { sayCounts } from "./get.ts";
import { preparedVersions } from "./prepared.ts";

/** Every benchmark in a line, or one in full. */
export async function listBenchmarks(name: string | undefined, { io, json }: { io: Io; json: boolean }): Promise<void> {
  const listed = name === undefined ? BENCHMARKS : [benchmarkNamed(name)];
  const rows = await Promise.all(listed.map(async (benchmark) => ({ benchmark, here: await isHere(benchmark, io) })));
  if (json)
    return io.out(
      jsonText(
        rows.map(({ benchmark, here }) => ({ ...benchmark, here })),
        { notCopied: "not_copied", questionsWithout: "questions_without" },
      ),
    );
  const [only] = rows;
  io.out(printable(name !== undefined && only ? inFull(only, roomOf(io)) : inLines(rows, roomOf(io))));
}

async function isHere({ name }: Benchmark, { environment }: Io): Promise<boolean> {
  return (await preparedVersions(name, environment)).some(({ identity }) => identity.whole);
}

type Row = { benchmark: Benchmark; here: boolean };

function inLines(rows: readonly Row[], width: number): string {
  const right = { align: "right" as const };
  return table(
    [
      { title: "name" },
      { title: "documents", ...right },
      { title: "questions", ...right },
      { title: "gold" },
      { title: "published", ...right },
      { title: "data" },
      { title: "what" },
    ],
    rows.map(({ benchmark: { name, counts, gold, published, title }, here }) => [
      ...[name, known(counts.documents), known(counts.questions), gold],
      ...[String(published.length), here ? "here" : "–", title],
    ]),
    width,
  );
}

function known(number: number | null): string {
  return number === null ? "?" : count(number);
}

/** As wide as text is read. */
const TEXT_WIDTH = 100;

function inFull({ benchmark, here }: Row, width: number): string {
  const { name, title, about, source, licence, counts, sha256, metrics, gold, published, notCopied } = benchmark;
  const line = (label: string, text: string) =>
    `${label.padEnd(10)}${wrap(text, Math.min(width, TEXT_WIDTH), " ".repeat(10)).trimStart()}`;
  return [
    `${name}   ${title}`,
    line("", about),
    line("source", source),
    line("licence", licence),
    line("holds", `${sayCounts(counts)}, gold ${gold}`),
    line("sha256", sha256 ?? "not known: the first data that you get are kept to"),
    line("scored by", metrics.join(", ")),
    line("data", here ? "in the cache" : `not here: scopebench measure bench get ${name} --from FOLDER`),
    ...published.map(({ system, metric, value, cited }) =>
      line("published", `${system}: ${metric} ${value} (${cited})`),
    ),
    ...(notCopied === undefined ? [] : [line("published", notCopied)]),
  ].join("\n");
}
