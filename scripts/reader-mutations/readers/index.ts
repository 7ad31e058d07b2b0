import { Problems } from "../../../import/folder/problems.ts";
import { checkContent } from "../../../import/sources/check-content.ts";
import { chooseAdapter } from "../../../import/sources/choose-adapter.ts";
import { openSource } from "../../../import/sources/files.ts";
import type { BaseInput } from "../base-input.ts";
import { type InputPlace, type Reading, took, tryTo } from "./reading.ts";
import { RESULT_READERS } from "./results.ts";
import { SETTING_READERS } from "./settings.ts";

/** Readers that import no corpus, by name; every other name begins with an importer's. */
export const OWN_READERS = { ...RESULT_READERS, ...SETTING_READERS };

/** @throws what a reader throws and is no refusal */
export function readAs({ reader, beside }: Pick<BaseInput, "reader" | "beside">, place: InputPlace): Promise<Reading> {
  const own = OWN_READERS[reader];
  return tryTo(() => (own ? own(place) : readSource(beside ? place.folder : place.path, importerOf(reader))));
}

/** `table` of `table xlsx`. */
export const importerOf = (reader: string) => reader.split(" ")[0] as string;

/** As an import reads it, before roles are looked for: what a corpus needs besides is no matter here. */
async function readSource(path: string, format: string): Promise<Reading> {
  const { adapter } = chooseAdapter(await openSource(path), format);
  const problems = new Problems();
  const broken: string[] = [];
  const content = await adapter.read(await openSource(path), { problems, broken, columns: {} });
  const { artifacts, links, notes } = checkContent(content, problems);
  const { retrieval, mayMention, lost } = content;
  const units = [...artifacts, ...(retrieval?.queries ?? []), ...(retrieval?.judgements ?? []), ...links];
  return took(units, {
    said: [problems.list(), broken, content.notes, notes, lost],
    more: [retrieval, mayMention, content.links],
  });
}
