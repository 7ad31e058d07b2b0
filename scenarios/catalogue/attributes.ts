import { snakeCase } from "../../import/folder/guess-roles.ts";

/** How an attribute's value reads after "tests". What no phrase says is not asked about: names of attributes are no grammar. */

/** Well-known attributes in the order in which conditions read well; `{}` is the value. */
const KNOWN: Readonly<Record<string, string>> = {
  procedure: "about {}",
  feature_area: "in the area of {}",
  area: "in the area of {}",
  failure_condition: "for the case: {}",
  interface: "on {}",
  protocol: "over {}",
  release: "for {}",
  deployment: "in a {} deployment",
  parameter: "involving {}",
  quality_area: "of the kind: {}",
  execution_context: "executed in {}",
  automated_suite: "in the automated suite {}",
  kind: "of kind {}",
  type: "of type {}",
  test_type: "of type {}",
  category: "in category {}",
  categories: "in category {}",
  component: "for component {}",
  module: "for module {}",
  section: "in section {}",
  suite: "in suite {}",
  priority: "of priority {}",
  severity: "of severity {}",
  status: "in status {}",
  level: "at level {}",
  version: "for version {}",
  platform: "on platform {}",
  environment: "in environment {}",
  owner: "owned by {}",
  team: "of team {}",
  tags: "tagged {}",
  labels: "labelled {}",
};
const READING_ORDER = Object.keys(KNOWN);

/** The phrase of an attribute: the corpus' own, else that of a well-known name (`Feature Area` is `feature_area`); none otherwise. */
export function phraseOf(key: string, own: Readonly<Record<string, string>> = {}): string | undefined {
  if (Object.hasOwn(own, key)) return own[key];
  const known = snakeCase(key);
  return Object.hasOwn(KNOWN, known) ? KNOWN[known] : undefined;
}

/** Place of an attribute's condition in a sentence; those that are not well known come last. */
export function readingRank(key: string): number {
  const index = READING_ORDER.indexOf(snakeCase(key));
  return index < 0 ? READING_ORDER.length : index;
}
