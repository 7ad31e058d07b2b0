import { runPath } from "../../record/run-directory/paths.ts";
import { copiedFiles } from "./copied.ts";
import type { ExportFormat } from "./format.ts";

export const trecFormat: ExportFormat = {
  name: "trec",
  about: "a run file a configuration and the qrels; answerable scenarios only",
  async *files({ runDirectory }) {
    yield* copiedFiles(runPath(runDirectory, "trec"), "");
  },
};
