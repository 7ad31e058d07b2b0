import type { AuditReader } from "../results-file.ts";
import { braintrustReader } from "./braintrust.ts";
import { csvReader } from "./csv.ts";
import { deepevalReader } from "./deepeval.ts";
import { harborReader } from "./harbor.ts";
import { inspectReader } from "./inspect.ts";
import { langfuseReader } from "./langfuse.ts";
import { langsmithReader } from "./langsmith.ts";
import { lmEvalReader } from "./lm-eval.ts";
import { nuggetsReader } from "./nuggets.ts";
import { phoenixReader } from "./phoenix.ts";
import { promptfooReader } from "./promptfoo.ts";
import { ragasReader } from "./ragas.ts";
import { trecReader } from "./trec.ts";

/** One a form of results; the first that knows a file reads it. */
export const AUDIT_READERS: readonly AuditReader[] = [
  inspectReader,
  promptfooReader,
  lmEvalReader,
  harborReader,
  deepevalReader,
  ragasReader,
  langsmithReader,
  langfuseReader,
  phoenixReader,
  braintrustReader,
  nuggetsReader,
  trecReader,
  csvReader,
];
