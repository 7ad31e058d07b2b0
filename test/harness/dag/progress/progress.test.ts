import { expect, it } from "vitest";
import { makeProgressView } from "../../../../harness/dag/progress/progress.ts";
import { coloursOf } from "../../../../harness/print/colours.ts";

const LONG = "a warning that says which of the files of a corpus was left out and why ".repeat(3).trim();

/** What a pipe gets of a stage with a note and a failure. */
function piped(environment: Record<string, string>): string[] {
  const lines: string[] = [];
  const view = makeProgressView({
    ...{ interactive: false, columns: Number.POSITIVE_INFINITY, stages: ["execute"] },
    ...{ colours: coloursOf({ environment }), write: (line: string) => lines.push(line) },
  });
  view.event({ type: "stage-start", stage: "execute" });
  view.note(LONG);
  view.event({
    type: "stage-progress",
    stage: "execute",
    step: { done: 1, total: 1, what: "cells", failure: "timeout" },
  });
  view.event({ type: "stage-done", stage: "execute", summary: LONG, durationMs: 1500 });
  view.close();
  return lines;
}

it("in a pipe, lines of the progress are whole and without colours", () => {
  expect(piped({})).toEqual([
    ` · ${LONG}`,
    expect.stringMatching(/^ ▸ execute {5}cells 1\/1 100 % .* timeout 1$/),
    ` ✓ execute     ${LONG} 1.5 s`,
  ]);
});

it("colours follow FORCE_COLOR and NO_COLOR, as everywhere", () => {
  expect(piped({ FORCE_COLOR: "1" }).at(-1)).toContain("\u001b[32m✓");
  expect(piped({ FORCE_COLOR: "1", NO_COLOR: "1" }).join()).not.toContain("\u001b");
});

it("what a manifest of somebody else says of a stage moves no cursor", () => {
  const lines: string[] = [];
  const view = makeProgressView({
    ...{ interactive: false, columns: Number.POSITIVE_INFINITY, stages: ["score"] },
    ...{ colours: coloursOf({ environment: { NO_COLOR: "1" } }), write: (line: string) => lines.push(line) },
  });
  view.event({ type: "stage-cached", stage: "score", summary: "\u001b]0;owned\u0007\u001b[2J 8 executions" });
  view.close();
  expect(lines.join()).toContain("8 executions");
  for (const control of ["\u001b", "\u0007"]) expect(lines.join()).not.toContain(control);
});
