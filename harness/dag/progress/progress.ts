import { createLogUpdate } from "log-update";
import { OWN } from "../../../agent/contract/contract.ts";
import { count } from "../../../base/counts.ts";
import type { Colours } from "../../print/colours.ts";
import { clip, clock, pad, printable, wrap } from "../../print/text.ts";
import { type NamedConfiguration, parseConfigurationName, shortWorkflow } from "../../record/domain/names.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import type { RunEvent } from "../runner.ts";
import type { Progress } from "../stage.ts";
import { beginStage, countStep, type RunningStage } from "./live-state.ts";
import { poolLine } from "./pool-text.ts";

export interface ProgressView {
  event(event: RunEvent): void;
  note(message: string): void;
  close(): void;
}

interface Options {
  interactive: boolean;
  /** What a line may take; without end where nobody looks at it as it is written. */
  columns: number;
  colours: Colours;
  write(line: string): void;
  stages: readonly StageName[];
}

interface Running {
  counted: RunningStage;
  /** The last step, and from when and from how many on its rate is taken. */
  step: Progress | undefined;
  since: number;
  first: number;
  shownAt: number;
  /** The servers that are waited for, if any. */
  waiting: string;
  /** Workers, where they make what the stage needs. */
  pool: string;
}

/** Progress for people: redrawn lines on a terminal, one line now and then elsewhere (pipes, CI). Writes to stderr only. */
export function makeProgressView(options: Options): ProgressView {
  const redraw = options.interactive ? createLogUpdate(process.stderr, { showCursor: true }) : null;
  const done = new Set<StageName>();
  let running: Running | null = null;
  const print = (line: string): void => {
    redraw?.clear();
    options.write(line);
    draw();
  };
  const draw = (): void => {
    if (redraw && running) redraw(liveLines(running, { ...options, done }).join("\n"));
  };
  const finish = (stage: StageName, summary: string, right: string): void => {
    done.add(stage);
    running = null;
    const room = options.columns - 24;
    const [line, time] = Number.isFinite(room)
      ? [pad(clip(summary, room), room), pad(right, 7, "left")]
      : [summary, right];
    print(` ${options.colours.green("✓")} ${pad(stage, 11)} ${line} ${time}`);
  };
  return {
    event(event) {
      if (event.type === "stage-cached") return finish(event.stage, plain(event.summary), "cached");
      if (event.type === "stage-done")
        return finish(event.stage, plain(event.summary), `${(event.durationMs / 1000).toFixed(1)} s`);
      if (event.type === "stage-start") running = start(event.stage);
      else if (running) {
        if (event.type === "stage-waiting") running.waiting = event.on;
        else if (event.type === "stage-pool") running.pool = poolLine(event.pool);
        else advance(running, event.step);
        if (!redraw) plainLine(running, options);
      }
      draw();
    },
    note: (message) => print(` · ${clip(message, options.columns - 3)}`),
    close() {
      redraw?.clear();
      redraw?.done();
    },
  };
}

/** What a manifest says of a stage that was run elsewhere. */
function plain(summary: string): string {
  return printable(summary, { singleLine: true });
}

function start(stage: StageName): Running {
  const now = performance.now();
  const counted = beginStage(stage, new Date().toISOString());
  return { counted, step: undefined, since: now, first: 0, shownAt: now, waiting: "", pool: "" };
}

function advance(running: Running, step: Progress): void {
  if (running.step === undefined || running.step.what !== step.what) beginCount(running, step);
  running.step = step;
  running.counted = countStep(running.counted, step);
}

/** Another thing is counted: its rate is its own. */
function beginCount(running: Running, step: Progress): void {
  running.first = Math.max(0, step.done - 1);
  if (step.what === running.step?.what) return;
  running.first = step.done;
  running.since = performance.now();
  running.shownAt = Number.NEGATIVE_INFINITY;
}

/** Elsewhere than on a terminal: a line every ten seconds, and as another thing is counted. */
function plainLine(running: Running, options: Options): void {
  const now = performance.now();
  if (now - running.shownAt < 10_000) return;
  running.shownAt = now;
  options.write(
    ` ▸ ${pad(running.counted.stage, 11)} ${figures(running)}${failures(running, options.colours)}${load(running)}${poolPart(running)}${waiting(running, options.colours)}`,
  );
}

function liveLines(running: Running, options: Options & { done: ReadonlySet<StageName> }): string[] {
  const { columns, colours, stages, done } = options;
  const { step, counted } = running;
  const bar = step ? `${progressBar(step.done / step.total)} ` : "";
  const lines = [` ${colours.cyan("▸")} ${pad(counted.stage, 11)} ${bar}${figures(running)}`];
  if (counted.stage === "execute") lines.push(...groupLines(counted, columns), detailLine(running, colours));
  if (running.pool !== "") lines.push(`   ${clip(running.pool, columns - 3)}`);
  if (running.waiting !== "") lines.push(`   ${waiting(running, colours)}`);
  const ahead = stages.filter((stage) => stage !== counted.stage && !done.has(stage));
  if (ahead.length > 0)
    lines.push(
      ...wrap(`· ${ahead.join(" · ")}`, columns, " ")
        .split("\n")
        .map(colours.dim),
    );
  return lines.map((line) => clip(line, columns));
}

function figures({ step, since, first }: Running): string {
  if (!step) return "";
  const seconds = (performance.now() - since) / 1000;
  const rate = (step.done - first) / Math.max(seconds, 0.001);
  const eta = rate > 0 ? clock((step.total - step.done) / rate) : "?";
  const what = step.what === undefined ? "" : `${step.what} `;
  return `${what}${count(step.done)}/${count(step.total)} ${Math.floor((100 * step.done) / step.total)} %  ${rate.toFixed(1)}/s  ETA ${eta}`;
}

function progressBar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * 20);
  return "█".repeat(full) + "·".repeat(20 - full);
}

/** One line per model and workflow: how many executions of each knowledge mode are done. */
function groupLines({ groups }: RunningStage, columns: number): string[] {
  const rows = new Map<string, string[]>();
  const room = Math.max(
    5,
    ...groups.map(({ name }) => shortWorkflow(parseConfigurationName(name)?.workflow ?? "").length),
  );
  for (const { name, done } of groups) {
    const none: NamedConfiguration = { model: name, workflow: "", knowledge: "" };
    const { model, workflow, knowledge, levels } = parseConfigurationName(name) ?? none;
    const title = `${pad(clip(model, 14), 14)} ${pad(shortWorkflow(workflow), room)}`;
    const mode = levels
      ? `${levels.replaceAll("__", " ")} `
      : knowledge === OWN
        ? ""
        : `${knowledge.replace("skill_meta", "skill+meta")} `;
    rows.set(title, [...(rows.get(title) ?? []), `${mode}${done}`]);
  }
  return [...rows]
    .slice(-8)
    .map(([title, cells]) => clip(`     ${title} ${cells.map((cell) => pad(cell, 14)).join(" ")}`, columns));
}

function detailLine(running: Running, colours: Colours): string {
  const { tokens, cost: dollars } = running.counted;
  const cost = dollars === null ? "unknown" : `$${dollars.toFixed(2)}`;
  return `     tokens ${count(tokens)}  cost ${cost}${failures(running, colours)}${load(running)}`;
}

function load({ step }: Running): string {
  return step?.load ? `  in flight: ${step.load}` : "";
}

function waiting({ waiting: on }: Running, { yellow }: Colours): string {
  return on === "" ? "" : `  ${yellow(on)}`;
}

function failures({ counted }: Running, { red }: Colours): string {
  if (counted.failures.length === 0) return "";
  return `  ${red(counted.failures.map(({ kind, count: times }) => `${kind} ${times}`).join(", "))}`;
}

function poolPart({ pool, step }: Running): string {
  return pool === "" ? "" : `${step ? ", " : ""}${pool}`;
}
