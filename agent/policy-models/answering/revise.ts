import type { Conclusion } from "../conclusion.ts";
import type { Mind } from "../mind.ts";
import { inOrder, type Shape, writeAnswer, writeShaped } from "./write-answer.ts";

/**
 * Writes an answer again after an objection, from what the objection says: the headings that it names, the ids that it
 * refuses. A profile that does not correct its errors mends the first of them only.
 */
export function revise(mind: Mind, conclusion: Conclusion, objection: string): string {
  const refused = new Set([...objection.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? ""));
  const findings = conclusion.findings.keep((finding) => !refused.has(finding.id));
  const cleaned: Conclusion =
    findings.size === 0 && conclusion.abstention === null
      ? { ...conclusion, findings, abstention: "what was found is not in the retrieved records." }
      : { ...conclusion, findings };
  if (cleaned.abstention !== null) return writeAnswer(mind, cleaned);
  const shape = mind.knowledge.shape ?? shapeIn(objection);
  if (!shape) return writeAnswer(mind, cleaned);
  const text = writeShaped(mind, cleaned, { shape, listed: inOrder(mind, cleaned).slice(0, LONGEST) });
  return mind.profile.correctsErrors || mind.knowledge.shape
    ? text
    : (text.split(`\n## ${shape.sources}`)[0] ?? text).trim();
}

const LONGEST = 100;

function shapeIn(objection: string): Shape | null {
  const [list, sources] = [...objection.matchAll(/`## ([^`]+)`/g)].map((match) => match[1] ?? "");
  return list ? { list, sources: sources ?? "Sources" } : null;
}
