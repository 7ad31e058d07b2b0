import { knownIds } from "../../base/ids/known-ids.ts";
import { artifactLink } from "../tools/collect-sources.ts";
import { type ParsedAnswer, parseAnswer, saysNothingSupported } from "./answer.ts";
import type { ContractContext, ContractViolation } from "./answer-contract.ts";
import { withoutClaims } from "./claims.ts";
import { codeSpan } from "./code-span.ts";
import { evidenceIn, groundedIn } from "./evidence.ts";

/**
 * What is emitted when an answer still breaks the contract after its retry: the part that the records support, with
 * sources rebuilt from the calls. Nothing is added: an id that the draft did not list is not listed here either. A draft
 * without a list is left as it is unless it names ungrounded ids; an empty one stays empty.
 */
export function fallbackAnswer(
  draft: string,
  violations: readonly ContractViolation[],
  context: ContractContext,
): string {
  if (draft.trim() === "") return "";
  const claims = violations.flatMap((entry) => (entry.rule === "unconfirmed_claim" ? entry.items : []));
  const text = withoutClaims(draft, claims);
  const answer = parseAnswer(text, context.ids);
  const ungrounded = new Set(violations.flatMap((entry) => (entry.rule === "ungrounded_id" ? entry.items : [])));
  if (answer.ranked.length === 0 && ungrounded.size === 0) return text;
  const isGrounded = groundedIn(context.calls, context.ids);
  const isSupported = (id: string) => !ungrounded.has(id) && isGrounded(id);
  const gaps = gapLines(answer, isSupported);
  const ranked = answer.ranked.filter(isSupported);
  if (ranked.length === 0)
    return ["No supported recommendation: what the draft named is not in the retrieved records.", ...gaps].join("\n");
  return withSources(ranked, { prose: cleanProse(answer.prose, ungrounded), gaps, context });
}

/** The draft's coverage gaps as far as they are supported; a statement that there are no gaps is kept. */
function gapLines({ gaps }: ParsedAnswer, isSupported: (id: string) => boolean): string[] {
  const kept = gaps?.filter(isSupported) ?? [];
  if (gaps === null || (gaps.length > 0 && kept.length === 0)) return [];
  return ["", "## Not covered", ...(kept.length > 0 ? kept.map((id) => `- ${codeSpan(id)}`) : ["None."])];
}

function cleanProse(prose: string, ungrounded: ReadonlySet<string>): string {
  // Found by its whole name, also written otherwise: `tc 77` is `TC-77`, and `TC-770` is not.
  const names = knownIds(ungrounded);
  const kept = prose
    .split("\n")
    .filter((line) => !line.includes("artifact://") && !saysNothingSupported(line))
    .filter((line) => names.find(line, ungrounded).length === 0)
    .map((line) => line.replace(/\s*\[S\d+\]/g, ""));
  return kept.join("\n").trim() || "These are in the retrieved records.";
}

function withSources(
  ranked: readonly string[],
  { prose, gaps, context }: { prose: string; gaps: readonly string[]; context: ContractContext },
): string {
  const { calls, ids, thread } = context;
  const grounding = calls.flatMap((call) =>
    call.resultPath === undefined ? [] : { path: call.resultPath, isGrounded: evidenceIn(call, ids) },
  );
  const labels = new Map<string, string>();
  const items = ranked.map((id, index) => {
    const path = grounding.find(({ isGrounded }) => isGrounded(id))?.path;
    if (path === undefined) return `${index + 1}. ${codeSpan(id)}`;
    if (!labels.has(path)) labels.set(path, `S${labels.size + 1}`);
    return `${index + 1}. ${codeSpan(id)} [${labels.get(path)}]`;
  });
  const sources = [...labels].map(([path, label]) => `- ${label}: [retrieved records](${artifactLink(thread, path)})`);
  return [prose, "", "## Recommended", ...items, ...gaps, "", "## Sources", ...sources].join("\n");
}
