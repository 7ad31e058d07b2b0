import { roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import type { CliCommand } from "../flags/command.ts";

export const tripletsCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("triplets")
      .description(
        "read what people said after an answer: accepted, deepened, corrected, repeated; agreement with labels, and what goes with a correction",
      )
      .argument(
        "<file>",
        "CSV with session, query, answer, next, perhaps label and more columns; or threads.jsonl of `assistant export`",
      )
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nExamples:\n  $ scopebench assistant export threads\n  $ scopebench measure triplets threads/threads.jsonl\n  $ scopebench measure triplets sessions.csv --json",
      )
      .action(async (path: string, { json }: { json?: boolean }) => {
        const [{ readTriplets }, { analyseTriplets }, { renderTriplets }] = await Promise.all([
          import("../../results/triplets/read-triplets.ts"),
          import("../../results/triplets/analyse-triplets.ts"),
          import("../../results/triplets/render-triplets.ts"),
        ]);
        const found = analyseTriplets(await readTriplets(path));
        io.out(json ? jsonText(found, {}) : renderTriplets(found, roomOf(io)));
      });
  },
};
