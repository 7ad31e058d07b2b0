import { countOf } from "../../base/counts.ts";
import type { LiveState, RunningStage } from "../../harness/dag/progress/live-state.ts";
import { poolLine } from "../../harness/dag/progress/pool-text.ts";
import { threadLine } from "../../harness/dag/progress/thread-text.ts";
import type { PoolState } from "../../harness/dag/worker-pool.ts";
import { configurationLabel, count, percent } from "../../harness/print/format.ts";
import { parseConfigurationName } from "../../harness/record/domain/names.ts";
import type { LiveData, LiveExecution, LiveRunning } from "../../harness/show/live/live-data.ts";
import { type Child, h } from "../src/components/dom.ts";
import { type TableColumn, table } from "../src/components/table.ts";

const INTERVAL_MS = 1000;

/** Asks for the state every second and shows it; the page itself is never loaded again. */
async function watch(): Promise<void> {
  const main = document.querySelector<HTMLElement>("main")!;
  for (;;) {
    try {
      const data: LiveData = await (await fetch("./live.json")).json();
      document.title = `${titleOf(data)} | scopebench`;
      document.querySelector(".trust")!.replaceChildren(...trustBar(data));
      main.replaceChildren(...livePage(data));
    } catch {
      // The server was stopped, or is about to be there again: what was last seen stays, and says so.
      main.querySelector(".lede")?.replaceChildren("no answer from the server; trying again");
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}

function titleOf({ progress, run }: LiveData): string {
  const { running } = progress ?? { running: null };
  return running && running.total > 0 ? `${Math.floor((100 * running.done) / running.total)} % ${running.stage}` : run;
}

function livePage(data: LiveData): HTMLElement[] {
  const { progress } = data;
  return [
    h("h1", {}, "How far is it?"),
    h("p", { class: "lede", role: "status" }, sentence(data)),
    ...(progress?.running ? running(progress.running, data) : []),
    ...(progress?.thread && progress.ended === null ? [h("p", {}, `${threadLine(progress.thread)}.`)] : []),
    ...(progress?.crew && progress.ended === null ? poolPart(progress.crew) : []),
    ...runningNow(data),
    ...partialResults(data),
    ...(progress ? [h("h2", {}, "Stages"), stageTable(progress)] : []),
  ];
}

/** Who makes what the running stage needs, over a queue. */
function poolPart(pool: PoolState): HTMLElement[] {
  const { workers } = pool;
  if (workers.length === 0) return [h("h2", {}, "Workers"), h("p", { class: "warning" }, "No worker takes part.")];
  return [
    h("h2", {}, "Workers"),
    h("p", {}, `${poolLine(pool)}.`),
    table<PoolState["workers"][number]>(
      "Workers",
      [
        { label: "worker", cell: ({ id }) => h("code", {}, id) },
        { label: "slots busy", numeric: true, cell: ({ doing, slots }) => `${count(doing.length)} of ${count(slots)}` },
        { label: "made", numeric: true, cell: ({ made }) => count(made) },
        { label: "in the last minute", numeric: true, cell: ({ per_minute }) => count(per_minute) },
        {
          label: "makes now",
          cell: ({ doing }) => h("small", {}, doing.map(({ what, seconds }) => `${what} (${seconds} s)`).join(", ")),
        },
      ],
      workers,
      "compact",
    ),
  ];
}

/** What is at work, each with a page of its calls and answers so far. */
function runningNow({ partial, now, progress, alive }: LiveData): HTMLElement[] {
  const { running, inFlight } = partial;
  if (running.length === 0 || !alive || progress?.running?.stage !== "execute") return [];
  const title = `At work (${count(inFlight)}${inFlight > running.length ? `, the newest ${running.length}` : ""})`;
  const columns: TableColumn<LiveRunning>[] = [
    {
      label: "scenario",
      cell: ({ name, scenario }) => h("a", { href: `./executions/${encodeURIComponent(name)}` }, scenario),
    },
    { label: "configuration", cell: ({ configuration }) => groupLabel(configuration) },
    { label: "calls", numeric: true, cell: ({ calls }) => count(calls) },
    { label: "called last", cell: ({ last }) => (last === null ? "" : h("code", {}, last)) },
    { label: "answers", numeric: true, cell: ({ answers }) => count(answers) },
    {
      label: "seconds",
      numeric: true,
      cell: ({ since }) => Math.max(0, (Date.parse(now) - Date.parse(since)) / 1000).toFixed(0),
    },
  ];
  return [h("h2", {}, title), table<LiveRunning>(title, columns, running, "compact")];
}

/** Counts of what has ended, and no interval: what has not ended yet is no sample of chance. */
function partialResults({ partial, report, progress }: LiveData): HTMLElement[] {
  const { configurations, latest, failed, failures } = partial;
  if (configurations.length === 0) return [];
  const list = (title: string, rows: readonly LiveExecution[]) =>
    rows.length === 0 ? [] : [h("h3", {}, title), executionTable(title, rows, report)];
  return [
    h("h2", {}, progress?.ended === "complete" ? "What came out" : "So far"),
    h(
      "p",
      { class: "warning", hidden: progress?.ended === "complete" },
      h("b", {}, "Partial. "),
      "Easy executions end first and failed ones may be made again: these counts do not say how it will come out, and configurations that stand at different numbers are not to be compared.",
    ),
    partialTable(configurations),
    ...list(`Failed (${count(failures)}${failures > failed.length ? `, the last ${failed.length}` : ""})`, failed),
    ...list("Ended last", latest),
  ];
}

function partialTable(rows: LiveData["partial"]["configurations"]): HTMLElement {
  type Row = (typeof rows)[number];
  return table<Row>(
    "Results so far",
    [
      { label: "configuration", cell: ({ configuration }) => groupLabel(configuration) },
      { label: "ended", numeric: true, cell: ({ ended }) => count(ended) },
      {
        label: "without success",
        numeric: true,
        cell: ({ failed }) => (failed === 0 ? "0" : h("span", { class: "bad" }, count(failed))),
      },
      {
        label: "judge's pass rate so far",
        numeric: true,
        cell: ({ judged, passed }) =>
          judged === 0 ? h("small", {}, "not judged yet") : `${percent(passed / judged, 0)} of n = ${count(judged)}`,
      },
    ],
    rows,
    "compact",
  );
}

function executionTable(title: string, rows: readonly LiveExecution[], report: boolean): HTMLElement {
  const address = (name: string) =>
    report ? `./report/executions.html?id=${encodeURIComponent(name)}` : `./executions/${encodeURIComponent(name)}`;
  return table<LiveExecution>(
    title,
    [
      { label: "scenario", cell: ({ name, scenario }) => h("a", { href: address(name) }, scenario) },
      { label: "configuration", cell: ({ configuration }) => groupLabel(configuration) },
      {
        label: "outcome",
        cell: ({ outcome, error }) =>
          h("span", { class: outcome === "success" ? null : "bad" }, error ?? outcome.replaceAll("_", " ")),
      },
      { label: "seconds", numeric: true, cell: ({ seconds }) => seconds.toFixed(1) },
      { label: "judge", cell: ({ judge }) => judge ?? "" },
    ],
    rows,
    "compact",
  );
}

function sentence({ progress, alive, report }: LiveData): Child {
  const open = report ? [" ", h("a", { href: "./report/index.html" }, "Open the report")] : [];
  if (progress?.ended === "complete") return ["Everything that was asked for is done.", ...open];
  if (progress?.ended === "interrupted")
    return ["Stopped by the user; scopebench resume continues from there.", ...open];
  if (progress?.ended === "failed") return ["It failed; the terminal that started it says why.", ...open];
  if (!alive) return ["No process is working on this run; scopebench resume continues from where it stopped.", ...open];
  if (progress?.waiting) return `${progress.running?.stage ?? "It"} is ${progress.waiting}.`;
  return progress?.running
    ? `${progress.running.stage} is running.`
    : "Starting: the corpus is read and searched through.";
}

/** As the bar of the report. */
function trustBar({ run, corpus, stand_ins: standIns }: LiveData): HTMLElement[] {
  return [
    ...(standIns.length > 0
      ? [h("span", { class: "warn", title: standIns.join(", ") }, "stand-ins, not language models")]
      : []),
    h("span", {}, "run ", h("b", {}, run)),
    ...(corpus === null ? [] : [h("span", {}, "corpus ", h("b", {}, corpus))]),
  ];
}

function stageTable({ stages }: LiveState): HTMLElement {
  return table(
    "Stages",
    [
      { label: "stage", cell: (row: LiveState["stages"][number]) => row.stage },
      {
        label: "state",
        cell: (row) => h("span", { class: row.status === "running" ? "pill pass" : null }, row.status),
      },
      {
        label: "seconds",
        numeric: true,
        cell: (row) => (row.duration_ms === null ? "" : (row.duration_ms / 1000).toFixed(1)),
      },
      { label: "result", cell: (row) => row.summary },
    ],
    stages,
    "compact",
  );
}

function running(stage: RunningStage, { now, configurations }: LiveData): HTMLElement[] {
  const seconds = (Date.parse(now) - Date.parse(stage.started_at)) / 1000;
  const fresh = stage.done - stage.before;
  const rate = seconds > 0 ? fresh / seconds : 0;
  const left = rate > 0 ? clock((stage.total - stage.done) / rate) : "?";
  const failed = stage.failures.map(({ kind, count: n }) => `${kind.replaceAll("_", " ")} ${n}`).join(", ");
  const fact = (label: string, value: Child) => h("span", {}, `${label} `, h("b", {}, value));
  return [
    h("h2", {}, `${stage.stage}: ${count(stage.done)} of ${count(stage.total)}`),
    progressBar(stage.stage, stage),
    h(
      "p",
      { class: "facts-line" },
      fact("per second", rate.toFixed(1)),
      fact("time left", left),
      fact("tokens", count(stage.tokens)),
      fact("cost", stage.cost === null ? "unknown" : `$${stage.cost.toFixed(2)}`),
      fact("failed", failed || "0"),
    ),
    ...(stage.groups.length > 0 ? [groupTable(stage, configurations)] : []),
  ];
}

function groupTable({ groups, total }: RunningStage, configurations: number): HTMLElement {
  const each = Math.max(Math.round(total / configurations), ...groups.map(({ done }) => done));
  return table(
    "By configuration",
    [
      { label: "configuration", cell: ({ name }: RunningStage["groups"][number]) => groupLabel(name) },
      { label: "progress", cell: (group) => progressBar(groupLabel(group.name), { done: group.done, total: each }) },
      { label: "done", numeric: true, cell: ({ done }) => `${count(done)} of ${count(each)}` },
      {
        label: "failed",
        numeric: true,
        cell: ({ failed }) => (failed === 0 ? "" : h("span", { class: "bad" }, countOf(failed, "error"))),
      },
    ],
    groups,
    "compact",
  );
}

function groupLabel(name: string): string {
  const parts = parseConfigurationName(name);
  return parts ? configurationLabel(parts) : name;
}

function progressBar(label: string, { done, total }: { done: number; total: number }): HTMLElement {
  return h("progress", { max: Math.max(1, total), value: done, "aria-label": label });
}

/** `75` -> `1:15`. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

void watch();
