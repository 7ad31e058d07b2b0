import type { Turn } from "../conversation/turns.ts";
import { readCoverage } from "../scope/coverage.ts";
import { readAnswer } from "../scope/scope-items.ts";
import { findDocument, writeDocument } from "../service/documents.ts";

/** Keeps what has no test with a thread, for who will read it by a link: records are not looked up for them. */
export async function keepCoverage(threadId: string, turns: readonly Turn[]): Promise<void> {
  for (const { answer, steps } of turns) {
    if (!answer) continue;
    const place = { threadId, kind: "coverage", key: answer.id };
    const coverage = await readCoverage(steps, readAnswer(answer).gaps);
    await writeDocument(place, coverage, (await findDocument(place))?.revision);
  }
}
