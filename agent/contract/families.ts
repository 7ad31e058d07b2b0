import { faultSubtypes } from "../../db/issues/issues.ts";
import type { CorpusMapping } from "../../db/ports/corpus.ts";
import { TOOL_FAMILIES, type ToolFamily } from "./configuration.ts";

/**
 * The families whose tools exist for an agent: those that it is given (default: all), `issues` only over a corpus that has
 * reports of faults. What it lacks no prompt, list or error names.
 * @param mapping of the corpus; null where it is not known yet: as one without such reports
 */
export function familiesOn(
  mapping: Pick<CorpusMapping, "artifactTypes"> | null,
  given: readonly ToolFamily[] = TOOL_FAMILIES,
): readonly ToolFamily[] {
  const hasIssues = mapping !== null && faultSubtypes(mapping).length > 0;
  return hasIssues ? given : given.filter((family) => family !== "issues");
}
