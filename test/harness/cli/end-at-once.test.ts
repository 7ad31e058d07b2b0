import { expect, it } from "vitest";
import { cli } from "../../../harness/cli/index.ts";

it("Ctrl-C ends a command at once that only reads; one that writes leaves its files in order first", async () => {
  const atOnce: string[] = [];
  for (const command of ["show", "ir", "pack", "resume"])
    await cli([command, "none", "none"], {
      ...{ cwd: ".", environment: {}, interactive: false, columns: 80, signal: new AbortController().signal },
      out: () => undefined,
      error: () => undefined,
      endAtOnce: () => atOnce.push(command),
    });
  expect(atOnce).toEqual(["show", "ir"]);
});
