import type { StreamedCorpus } from "../../../db/ports/corpus.ts";
import { type RoleGaps, roleGaps } from "../../../import/folder/role-gaps.ts";

/** What is the matter, where a corpus is ingested and more lines would help; `corpus describe` has the whole of it. */
export function warnOfRoleGaps(corpus: StreamedCorpus, log: (line: string) => void): void {
  const gaps = roleGaps(corpus);
  if (!gaps?.isMendable) return;
  for (const reason of gaps.reasons)
    log(`WARNING: ${reason}; \`scopebench corpus describe\` has the lines for corpus.yaml`);
}

/** What a corpus' mapping leaves lying, as lines that nobody overlooks, with what to write into corpus.yaml. */
export function roleGapsText({ reasons, lines }: RoleGaps): string[] {
  return [
    "",
    ...reasons.map((reason) => `WARNING: ${reason}`),
    "Everything is kept: roles are read from corpus.yaml, and need no other import. These sections are whole; take what is right:",
    "",
    ...lines,
  ];
}
