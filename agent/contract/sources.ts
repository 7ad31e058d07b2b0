/** How questions are answered from live sources: the settings of the workflow `sources`, and of the tools over them. */

/** `relaxed`: what is observed is logged; `strict`: a question that does not pass is not searched for. */
export const VALIDATIONS = ["off", "relaxed", "strict"] as const;
/** `lenient`: citations whose text was never seen are withdrawn; `strict`: those that the checker does not call supported, too. */
export const FACT_CHECKS = ["off", "lenient", "strict"] as const;

/** Of the workflow's own prompts; the words that its nodes read in answers stay as they are. */
export const PROMPT_LANGUAGES = ["en", "de"] as const;

/** What is asked of a source each time. */
interface SourceLimits {
  /** Items at most, over so many pages of its results. */
  items: number;
  pages: number;
  /** Of those, the first ones that are opened: whole, with what hangs below them. */
  opened: number;
}

export interface SourceSettings extends SourceLimits {
  validation: (typeof VALIDATIONS)[number];
  factCheck: (typeof FACT_CHECKS)[number];
  /** Times that sources are chosen and searched, at most. */
  rounds: number;
  /** Of a source, within its branch: times that it is searched again with keywords from what it gave. Default: 0. */
  refinements?: number | undefined;
  /** Names of the sources that are asked. Default: all. */
  asked?: readonly string[] | undefined;
  /** Default: English. */
  prompts?: (typeof PROMPT_LANGUAGES)[number] | undefined;
  /** Of single sources, by name, in place of those of all. */
  limits?: Readonly<Record<string, Partial<SourceLimits>>> | undefined;
}

export function limitsOf({ limits, items, pages, opened }: SourceSettings, source: string): SourceLimits {
  return { items, pages, opened, ...(limits && Object.hasOwn(limits, source) && limits[source]) };
}
