import type { Scenario } from "../../../../scenarios/set/schema.ts";
import type { MethodData } from "../method.ts";
import type { Site } from "../read-site.ts";

/** What numbers of a page are made from: of the run, or of what the filters of a page select. */
export interface PageInput extends Pick<Site, "config" | "results"> {
  set: { scenarios: readonly Scenario[] };
}

/** What the others are made from. `method` is read from this program's own files, which a browser does not have. */
interface WholeSite extends Site {
  method: MethodData;
}

/** A page of the notebook: its text is `reports/src/<file>.md`. */
export interface NotebookPage<Data = unknown> {
  file: string;
  /** In the navigation. */
  title: string;
  /** Whether a run has what it is about; without it the page stands in no navigation. Default: every run has. */
  isAbout?(site: Pick<Site, "set" | "patterns">): boolean;
  /** What it loads besides tables and figures: `data/<name>.json`. */
  data?: { name: string; follows?: true; make(site: WholeSite): Data };
}

/** One whose data are made anew in the browser, of what its filters select. */
export interface FollowingPage<Data = unknown> extends NotebookPage<Data> {
  data: { name: string; follows: true; make(input: PageInput): Data };
}
