import { countOf } from "../../../base/counts.ts";
import { describeStages, type StageView } from "../../dag/describe.ts";
import { drawLanes, toDot } from "../../dag/draw.ts";
import { runStateOf } from "../../dag/progress/run-state.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import { completed, type Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { runWord } from "../../print/shell-word.ts";
import { hang, pad, printable } from "../../print/text.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { STAGES } from "../stages/index.ts";
import { blockedStages } from "../start/reopen.ts";

/** The stages of a run as a drawing with a line for each, as a graph for Graphviz, or as JSON. */
export async function showStages(
  run: OpenedRun,
  { io, form }: { io: Io; form: "text" | "dot" | "json" },
): Promise<void> {
  const blocked = await blockedStages(run.runDirectory);
  const reopened = new Map(blocked.map((name) => [name, "blocked verdicts are judged again"]));
  const stages = await describeStages(STAGES, run, reopened);
  if (form === "dot") return io.out(toDot(stages));
  const open = stages.filter(({ state }) => state !== "complete" && state !== "running").length;
  const known = await runStateOf(run.runDirectory, run.manifest);
  const state = known === "complete" && open > 0 ? "out of date" : known;
  if (form === "json") return io.out(jsonText({ run: run.runDirectory, state, stages }, {}));
  io.out(`${run.manifest.run_id}   ${state}\n`);
  for (const line of linesOf(stages, io)) io.out(line);
  if (open > 0 && state !== "running")
    io.out(completed(io, `\n${countOf(open, "stage")} not complete: scopebench resume ${runWord(run.runDirectory)}`));
}

function linesOf(stages: readonly StageView[], io: Io): string[] {
  const colours = coloursOf(io);
  const drawing = drawLanes();
  const margin = drawing[0]!.lanes.length;
  const head = [
    " ".repeat(margin),
    pad("stage", 10),
    pad("state", 11),
    pad("records", 7, "left"),
    pad("seconds", 7, "left"),
  ];
  return [
    head.join("  "),
    ...drawing.map(({ stage, lanes }) => {
      const view = stages.find((each) => each.stage === stage);
      return view ? lineOf(lanes, view, { colours, columns: io.columns }) : lanes.trimEnd();
    }),
  ];
}

function lineOf(lanes: string, view: StageView, { colours, columns }: { colours: Colours; columns: number }): string {
  const { stage, state, records, seconds, causes } = view;
  const figures = [records === null ? "-" : String(records), seconds === null ? "-" : seconds.toFixed(1)];
  const cells = [
    lanes,
    pad(stage, 10),
    painted(state, colours),
    ...figures.map((figure) => pad(figure, 7, "left")),
  ].join("  ");
  return hang(cells, printable(causes.join("; "), { singleLine: true }), columns).trimEnd();
}

function painted(state: StageView["state"], { green, red, yellow, cyan }: Colours): string {
  const colour = {
    complete: green,
    stale: red,
    waiting: yellow,
    interrupted: yellow,
    running: cyan,
    "not run": String,
  };
  return colour[state](pad(state, 11));
}
