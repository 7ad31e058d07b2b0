import { roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import type { CliCommand } from "../flags/command.ts";

export const preferencesCommand: CliCommand = {
  readsOnly: true,
  register(program, { io }) {
    program
      .command("preferences")
      .description(
        "estimate strengths from votes between two or three systems: Bradley-Terry with ties, the place shown, intervals over raters and queries",
      )
      .argument(
        "<csv>",
        "one row per vote: first, second, third (as shown), preferred (one of them, or tie), rater, query",
      )
      .option("--json", "as JSON")
      .addHelpText(
        "after",
        "\nThe columns third, rater and query may be absent.\n\nExamples:\n  $ scopebench measure preferences votes.csv\n  $ scopebench measure preferences votes.csv --json",
      )
      .action(async (path: string, { json }: { json?: boolean }) => {
        const [{ readCsv }, { readVotes }, { analyseVotes }, { renderVotes }] = await Promise.all([
          import("../../print/tabular/read-csv.ts"),
          import("../../results/preferences/read-votes.ts"),
          import("../../results/preferences/analyse-votes.ts"),
          import("../../results/preferences/render-votes.ts"),
        ]);
        const found = analyseVotes(readVotes(await readCsv(path)));
        io.out(json ? jsonText(found, { shownFirst: "shown_first" }) : renderVotes(found, roomOf(io)));
      });
  },
};
