import { azureDevopsAdapter } from "./adapters/azure-devops.ts";
import { beirAdapter } from "./adapters/beir.ts";
import { codeAdapter } from "./adapters/code.ts";
import { docxAdapter } from "./adapters/docx.ts";
import { doorstopAdapter } from "./adapters/doorstop.ts";
import { enterpriseRagBenchAdapter } from "./adapters/enterprise-rag-bench.ts";
import { folderAdapter } from "./adapters/folder.ts";
import { gherkinAdapter } from "./adapters/gherkin.ts";
import { githubIssuesAdapter } from "./adapters/github-issues.ts";
import { htmlAdapter } from "./adapters/html.ts";
import { jiraAdapter } from "./adapters/jira.ts";
import { jsonAdapter } from "./adapters/json.ts";
import { junitAdapter } from "./adapters/junit.ts";
import { markdownAdapter } from "./adapters/markdown.ts";
import { openfasttraceAdapter } from "./adapters/openfasttrace.ts";
import { pdfAdapter } from "./adapters/pdf.ts";
import { reqifAdapter } from "./adapters/reqif.ts";
import { robotAdapter } from "./adapters/robot.ts";
import { sphinxNeedsAdapter } from "./adapters/sphinx-needs.ts";
import { strictdocAdapter } from "./adapters/strictdoc.ts";
import { tableAdapter } from "./adapters/table.ts";
import { testlinkAdapter } from "./adapters/testlink.ts";
import { testrailAdapter } from "./adapters/testrail.ts";
import { trecAdapter } from "./adapters/trec.ts";
import { zephyrScaleAdapter } from "./adapters/zephyr-scale.ts";
import type { SourceAdapter } from "./source.ts";

/** Every format that can be imported. A new one is a file in `adapters/`, its fixtures, and a line here. */
export const SOURCE_ADAPTERS: readonly SourceAdapter[] = [
  folderAdapter,
  azureDevopsAdapter,
  beirAdapter,
  codeAdapter,
  docxAdapter,
  doorstopAdapter,
  enterpriseRagBenchAdapter,
  gherkinAdapter,
  githubIssuesAdapter,
  htmlAdapter,
  jiraAdapter,
  jsonAdapter,
  junitAdapter,
  markdownAdapter,
  openfasttraceAdapter,
  pdfAdapter,
  reqifAdapter,
  robotAdapter,
  sphinxNeedsAdapter,
  strictdocAdapter,
  tableAdapter,
  testlinkAdapter,
  testrailAdapter,
  trecAdapter,
  zephyrScaleAdapter,
];
