import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { count } from "../../../harness/print/format.ts";
import { factorLabel, levelLabel } from "../../../harness/show/figures/factor-level.ts";
import type { MethodData } from "../../../harness/show/report/method.ts";
import { h } from "./dom.ts";
import { numberLink } from "./links.ts";
import { table } from "./table.ts";
import { pairs } from "./verdicts.ts";

/** How every number is to be read. */
export function policies({ policies: list }: MethodData): HTMLElement {
  return h("ul", { class: "prose columned" }, ...list.map((policy) => h("li", {}, policy)));
}

/** Factors with their levels, and which combinations were run. */
export function design({ design: { sentence, factors } }: MethodData): HTMLElement {
  type Row = (typeof factors)[number];
  const further = factors.some(({ base }) => base !== null);
  if (factors.length === 0) return h("p", {}, sentence);
  const aliased = factors.some(({ aliases }) => aliases.length > 0);
  const label = (factor: string, level: string) =>
    factor === "workflow" || factor === "knowledge" ? levelLabel(factor, level) : level;
  return h(
    "div",
    {},
    table(
      "What varied",
      [
        { label: "factor", cell: ({ factor }: Row) => factorLabel(factor) },
        {
          label: "levels",
          cell: ({ factor, levels }) =>
            h("span", { class: "wrap" }, levels.map((level) => label(factor, level)).join(", ")),
        },
        ...(further ? [{ label: "base", cell: ({ base }: Row) => base ?? "–" }] : []),
        { label: "applies to configurations", numeric: true, cell: ({ configurations }) => count(configurations) },
        ...(aliased
          ? [
              {
                label: "cannot be told from",
                cell: ({ aliases }: Row) => aliases.map((alias) => alias.replaceAll("_", " ")).join(", ") || "–",
              },
            ]
          : []),
      ],
      factors,
    ),
    h("p", { class: "caption" }, sentence),
  );
}

export function stages({ manifest, graph: { nodes } }: MethodData): HTMLElement {
  return table(
    "Stages",
    [
      { label: "stage", cell: ([name]: [string, Stage]) => name },
      { label: "result", cell: ([, stage]) => stage.summary || stage.status },
      { label: "seconds", numeric: true, cell: ([, stage]) => (stage.duration_ms / 1000).toFixed(1) },
      {
        label: "reads",
        cell: ([name]) => h("span", { class: "wrap" }, nodes.find(({ stage }) => stage === name)!.reads.join(", ")),
      },
      { label: "starts", numeric: true, cell: ([, stage]) => count(stage.attempts) },
      { label: "output", cell: ([, { outputs }]) => hash(Object.values(outputs).find((one) => one !== null)) },
    ],
    // The report was being made when this was written.
    Object.entries(manifest.stages).filter(([name]) => name !== "report") as [string, Stage][],
  );
}

type Stage = NonNullable<MethodData["manifest"]["stages"]["score"]>;

function hash(value: string | null | undefined): HTMLElement {
  return value ? h("code", { title: value }, value.slice(0, 12)) : h("span", {}, "–");
}

export function versions({ manifest }: MethodData): HTMLElement {
  const { environment, git, substrate, system, scenarios: set } = manifest;
  const rows: [string, Node | string][] = [
    ["scopebench", manifest.scopebench_version],
    ["commit", git ? h("span", {}, hash(git.commit), git.dirty ? ", with uncommitted changes" : "") : "not a checkout"],
    ["lock file", hash(manifest.lock_file_hash)],
    ["configuration", hash(manifest.config_hash)],
    ["corpus", substrate ? h("span", {}, `${substrate.mapping.name} `, hash(substrate.corpus_hash)) : "not recorded"],
    ["snapshot", hash(substrate?.snapshot_hash)],
    ["scenarios", set ? h("span", {}, `${set.count} `, hash(set.hash)) : "not recorded"],
    [
      "system under test (prompts, skills, tools)",
      system ? h("span", {}, `${system.name} `, hash(system.version)) : "not recorded",
    ],
    ...Object.entries(manifest.judge_fingerprints).map(([name, value]): [string, Node] => [
      `${name} judge`,
      hash(value),
    ]),
    ...Object.entries(manifest.served_models).map(([name, ids]): [string, string] => [
      `${name} was served as`,
      ids.join(", "),
    ]),
    ["runtime", `${environment.runtime}, ${environment.platform} ${environment.arch}, ${environment.cpus} CPUs`],
  ];
  const packages = Object.entries(environment.packages).map(([name, version]): [string, string] => [name, version]);
  return h(
    "div",
    {},
    pairs(rows),
    h("details", {}, h("summary", {}, countOf(packages.length, "package")), pairs(packages)),
  );
}

export function scenarios({ scenarios: strata, scenario_notes: scenarioNotes }: MethodData): HTMLElement {
  return h(
    "div",
    {},
    table(
      "Scenarios by kind",
      [
        { label: "family", cell: (row: MethodData["scenarios"][number]) => row.family },
        { label: "complexity", cell: (row) => row.complexity.replace("_", "-") },
        { label: "answer in the corpus", cell: (row) => (row.answerable ? "yes" : "no") },
        { label: "scenarios", numeric: true, cell: (row) => count(row.count) },
      ],
      strata,
    ),
    ...scenarioNotes.map((note) => h("p", { class: "caption" }, note)),
  );
}

type Unscored = MethodData["unscored"][number];

/** A row for each reason and number of executions: what never ran lacks every metric. */
export function unscored({ unscored: all }: MethodData): HTMLElement {
  if (all.length === 0) return h("p", {}, "Nothing: every number that applies is there.");
  const rows = [...grouped(all, ({ reason, count: n }) => `${reason} ${n}`).values()];
  return table(
    "Unscored",
    [
      { label: "metric", cell: (row) => h("span", { class: "wrap" }, row.map(({ metric }) => metric).join(", ")) },
      { label: "reason", cell: ([one]) => one!.reason.replaceAll("_", " ") },
      { label: "executions", numeric: true, cell: ([one]: readonly Unscored[]) => unscoredLink(one!) },
    ],
    rows,
  );
}

function unscoredLink({ metric, reason, count: n }: Unscored): HTMLElement {
  return numberLink(count(n), { metric, has: "unscored", reason, of: "n" });
}

export function metrics({ metrics: rows }: MethodData): HTMLElement {
  return table(
    "Metrics",
    [
      { label: "name", cell: (row: MethodData["metrics"][number]) => h("code", {}, row.name) },
      { label: "definition", cell: (row) => h("span", { class: "wrap" }, row.definition) },
      { label: "better", cell: (row) => row.better },
    ],
    rows,
  );
}

/** The resolved configuration as the run froze it. */
export function configuration({ config }: MethodData): HTMLElement {
  return h("pre", { class: "preview boxed", tabindex: 0 }, JSON.stringify(config, null, 2));
}
