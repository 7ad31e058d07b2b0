import { factorsPage } from "./factors.ts";
import { judgePage } from "./judge.ts";
import { overviewPage } from "./overview.ts";
import type { FollowingPage, NotebookPage } from "./page.ts";
import { retrievalPage } from "./retrieval.ts";
import { scenariosPage } from "./scenarios.ts";
import { sourcesPage } from "./sources.ts";
import { strategiesPage } from "./strategies.ts";

/** The notebook's pages in reading order; what makes no data of its own stands here alone. Browsers load this, too. */
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
  {
    file: "patterns",
    title: "Patterns",
    isAbout: ({ patterns }) => patterns !== null,
    data: { name: "patterns", make: ({ patterns }) => patterns },
  },
  { file: "executions", title: "Executions" },
  { file: "compare", title: "Compare", data: { name: "compare", make: ({ comparison }) => comparison } },
  { file: "query", title: "Query" },
  { file: "method", title: "Method", data: { name: "method", make: ({ method }) => method } },
];

export const FOLLOWING_PAGES: readonly FollowingPage[] = PAGES.filter(
  (page): page is FollowingPage => page.data?.follows === true,
);
