import { beirFormat } from "./beir.ts";
import { csvFormat } from "./csv.ts";
import type { ExportFormat } from "./format.ts";
import { inspectFormat } from "./inspect/index.ts";
import { jsonlFormat } from "./jsonl.ts";
import { junitFormat } from "./junit.ts";
import { latexFormat } from "./latex.ts";
import { otlpFormat } from "./otlp/index.ts";
import { parquetFormat } from "./parquet.ts";
import { promptfooFormat } from "./promptfoo.ts";
import { trecFormat } from "./trec.ts";

export const EXPORT_FORMATS: readonly ExportFormat[] = [
  csvFormat,
  jsonlFormat,
  parquetFormat,
  trecFormat,
  beirFormat,
  latexFormat,
  inspectFormat,
  promptfooFormat,
  otlpFormat,
  junitFormat,
];
