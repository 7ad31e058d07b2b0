import { comparePage } from "./compare.ts";
import { factorsPage } from "./factors.ts";
import { judgePage } from "./judge.ts";
import { methodPage } from "./method.ts";
import { overviewPage } from "./overview.ts";
import type { FollowingPage, NotebookPage } from "./page.ts";
import { patternsPage } from "./patterns.ts";
import { retrievalPage } from "./retrieval.ts";
import { scenariosPage } from "./scenarios.ts";
import { sourcesPage } from "./sources.ts";
import { strategiesPage } from "./strategies.ts";

/** The notebook's pages in reading order; what has no data of its own stands here alone. Browsers load this, too. */
export const PAGES: readonly NotebookPage[] = [
  overviewPage,
  retrievalPage,
  factorsPage,
  strategiesPage,
  judgePage,
  { file: "failures", title: "Failures" },
  { file: "abstention", title: "Abstention" },
  { file: "grounding", title: "Grounding" },
  { file: "behaviour", title: "Behaviour" },
  sourcesPage,
  scenariosPage,
  { file: "disputes", title: "Disputes" },
  patternsPage,
  { file: "executions", title: "Executions" },
  comparePage,
  { file: "query", title: "Query" },
  methodPage,
];

export const FOLLOWING_PAGES: readonly FollowingPage[] = PAGES.filter(
  (page): page is FollowingPage => page.data?.follows === true,
);
