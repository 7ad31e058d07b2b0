import { titleOf } from "../../ask/question.ts";
import { keptOf, type ScopeExport, uncoveredOf } from "./scope-export.ts";

/** A check list for a ticket or a merge request; what has no test and what was left out stand below, with the reason. */
export function markdownOf(scope: ScopeExport): string {
  const kept = keptOf(scope).map(({ id, title, why }) => `- [ ] ${code(id)}${said(title)}${said(why)}`);
  const dropped = scope.lines
    .filter(({ kept: is }) => !is)
    .map(({ id, title, dropped: reason }) => `- ${code(id)}${said(title)}: ${plain(reason) || "no reason given"}`);
  const items = scope.lines
    .filter(({ kept, isTest }) => kept && !isTest)
    .map(({ id, title, why }) => `- ${code(id)}${said(title)}${said(why)}`);
  const { said: covered, items: gaps } = uncoveredOf(scope);
  const uncovered = gaps.map(({ id, name }) => `- ${code(id)}${said(name)}`);
  const question = plain(titleOf(scope.question));
  return [
    "# Test scope",
    `> ${question}`,
    kept.length > 0 ? kept.join("\n") : "No test is kept.",
    ...(items.length > 0 ? ["## Listed by the answer, no tests", items.join("\n")] : []),
    ...(covered === "" ? [] : ["## Coverage", plain(covered)]),
    ...(uncovered.length > 0 ? ["No test is recorded for:", uncovered.join("\n")] : []),
    ...(dropped.length > 0 ? ["## Looked at and left out", dropped.join("\n")] : []),
    "",
  ].join("\n\n");
}

function said(text: string): string {
  return text === "" ? "" : ` - ${plain(text)}`;
}

/** Texts of a corpus or a model stay text in whatever shows the Markdown: no markup, no links, no images. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>!|#]/g, "\\$&");
}

function code(id: string): string {
  const longest = Math.max(0, ...[...id.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const flat = id.replace(/\s+/g, " ");
  return longest > 0 ? `${fence} ${flat} ${fence}` : `${fence}${flat}${fence}`;
}
