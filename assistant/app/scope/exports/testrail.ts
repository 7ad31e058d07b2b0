import { titleOf } from "../../ask/question.ts";
import { clip } from "../../ui/text.tsx";
import { keptOf, type ScopeExport, uncoveredOf } from "./scope-export.ts";

/**
 * The body of TestRail's `add_run`: a run of the kept cases alone. TestRail knows cases by number, as `C123`.
 * @throws Error where no kept test has one
 */
export function testrailOf(scope: ScopeExport): string {
  const kept = keptOf(scope);
  const numberOf = (id: string) => /^C(\d{1,15})$/i.exec(id)?.[1];
  const cases = kept.filter(({ id }) => numberOf(id));
  const others = kept.filter(({ id }) => !numberOf(id)).map(({ id }) => id);
  if (cases.length === 0)
    throw new Error("No test that is kept has a number of TestRail's (C123): save it as CSV and map the ids there.");
  const left = others.length > 0 ? `\nWithout a number of TestRail's, so not in this run: ${others.join(", ")}` : "";
  const { said, items } = uncoveredOf(scope);
  const gaps = items.length > 0 ? ` Without a recorded test: ${items.map(({ id }) => id).join(", ")}.` : "";
  const covered = said === "" ? "" : `\n${said}${gaps}`;
  const question = titleOf(scope.question).replace(/\s+/g, " ").trim();
  const run = {
    name: clip(`Scope: ${question}`, 250),
    description: `${question}${left}${covered}`,
    include_all: false,
    case_ids: cases.map(({ id }) => Number(numberOf(id))),
  };
  return `${JSON.stringify(run, null, 2)}\n`;
}
