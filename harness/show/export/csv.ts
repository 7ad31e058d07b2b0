import { runPath } from "../../record/run-directory/paths.ts";
import { copiedFiles } from "./copied.ts";
import type { ExportFormat } from "./format.ts";

export const csvFormat: ExportFormat = {
  name: "csv",
  about: "scores of each execution, why a score is missing, and every table",
  async *files({ runDirectory }) {
    yield* copiedFiles(runPath(runDirectory, "metrics"), ".csv");
    yield* copiedFiles(runPath(runDirectory, "tables"), ".csv");
  },
};
