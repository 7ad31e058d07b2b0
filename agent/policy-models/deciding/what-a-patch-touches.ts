import { batchesOf } from "../../../base/batches.ts";
import { namesOfFile } from "../reading/what-a-diff-says.ts";
import { textOf } from "../reading/what-came-back.ts";
import { type Question, readQuestion, withIds } from "../reading/what-was-asked.ts";
import { capital, contentWords, quote } from "../reading/words.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { abstain, type Conclusion, KINDS } from "./when-to-abstain.ts";
import { performAll } from "./whether-to-call.ts";

/** Ids that the look-up takes at once. */
const AT_ONCE = 50;

/** A question with the records in it that stand for the files of its patch: what a patch does is not read, only which files it names. */
export function* withFilesOfPatch(state: TurnState, question: Question): Strategy<Question> {
  if (question.files.length === 0 || !state.rule("ids first")) return question;
  const names = question.files.map(namesOfFile);
  const parts = [...batchesOf([...new Set(names.flat())], AT_ONCE)];
  const views = yield* performAll(
    state,
    parts.map((ids) => ({ tool: "identifier_lookup", args: { ids } })),
  );
  const known = new Set(views.flatMap(({ rows }) => rows.map(({ id }) => textOf(id))));
  const records = [...new Set(names.flatMap((own) => own.find((name) => known.has(name)) ?? []))];
  if (records.length === 0) return question;
  const asked = question.asks.has("seeks") ? question.text : "Which test cases are to run?";
  const about = readQuestion(`${asked} ${records.join(", ")}`, { later: false });
  const without = question.files.filter((_, at) => !names[at]?.some((name) => known.has(name)));
  return { ...withIds(about, [...question.known, ...records]), files: without };
}

/** Where no record stands for a file: nothing is said of it, and nothing else is asked where the question is the patch. */
export function refusePatch(question: Question): Conclusion | null {
  const { files, ids, text } = question;
  if (files.length === 0 || ids.length > 0 || contentWords(text).length > MEANS) return null;
  return abstain(question, `${sayNoRecord(files)}, and what a patch does is not read. ${KINDS}`);
}

/** True also where nothing could be looked up; a record may tell of a file without having its name as an id. */
function sayNoRecord(files: readonly string[]): string {
  return `${NO_RECORD} ${files.map(quote).join(", ")} up by path, folder and name as an id`;
}

const NO_RECORD = "nothing was found by looking";

/** A question of so many words of content asks for a patch's tests, and for nothing else. */
const MEANS = 2;

export function sayFilesOpen(conclusion: Conclusion): Conclusion {
  const { files } = conclusion.question;
  if (files.length === 0 || conclusion.abstention?.startsWith(NO_RECORD)) return conclusion;
  const said = `Not taken into account: what the patch changes. ${capital(sayNoRecord(files))}.`;
  return { ...conclusion, sentences: [said, ...conclusion.sentences] };
}
