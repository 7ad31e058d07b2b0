import { factorsPage } from "./factors.ts";
import { judgePage } from "./judge.ts";
import { overviewPage } from "./overview.ts";
import type { FollowingPage } from "./page.ts";
import { retrievalPage } from "./retrieval.ts";
import { sourcesPage } from "./sources.ts";
import { strategiesPage } from "./strategies.ts";

/** Pages whose data follow their filters: what makes them runs in a browser, too. */
export const FOLLOWING_PAGES: readonly FollowingPage[] = [
  overviewPage,
  retrievalPage,
  factorsPage,
  strategiesPage,
  judgePage,
  sourcesPage,
];
