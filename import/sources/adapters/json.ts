import { UserError } from "../../../base/user-error.ts";
import type { Source, SourceFile } from "../files.ts";
import { roleOfKey } from "../json/fields-of.ts";
import { tablesOf } from "../json/tables-of.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { contentOfTables } from "../tables/content.ts";
import type { SourceTable } from "../tables/read-tables.ts";
import { readJson } from "../text/json.ts";
import { headOf } from "../text/xml.ts";

export const jsonAdapter: SourceAdapter = {
  name: "json",
  reads:
    "any JSON with lists of records that have an id and a title or a text: answers of Xray's GraphQL and Zephyr Scale's REST interfaces, nested requirements, exports of one's own",
  keeps:
    "each list as a table of records: fields by their names as those of tables, steps, lists of ids as links; records within records in a list of their own, with a link of the key's name",
  drops: "records without an id or without a title and a text (told), what stands outside of records",
  claim,
  read,
};

const isJson = ({ name }: SourceFile) => /\.json$/i.test(name);

function claim(file: SourceFile): Claim | null {
  if (!isJson(file)) return null;
  const head = headOf(file);
  const keys = [...head.matchAll(/("(?:[^"\\]|\\.)*")\s*:/g)].map(([, key]) => parsedText(key as string));
  const isList = /\[\s*\{/.test(head) && keys.some((key) => isIdKey(key) || roleOfKey(key) === "id");
  const says = keys.some((key) => isTextKey(key) || ["title", "text"].includes(roleOfKey(key)));
  return isList && says ? { certainty: 0.5, why: `${file.name} holds lists of records with ids` } : null;
}

const isIdKey = (key: string) => /^(id|key|uuid|uid|identifier|\w+Id|\w+Key|\w+_id)$/i.test(key);
const isTextKey = (key: string) => /^(title|name|summary|description|text|statement|objective)$/i.test(key);

/** A key as it was before it was written as JSON, where an escape is whole. */
function parsedText(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch (error) {
    if (error instanceof SyntaxError) return quoted;
    throw error;
  }
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter((file) => claim(file) !== null);
  return contentOfTables((await readEach(wanted, context, (file) => tablesIn(file, context))).flat(), context);
}

async function tablesIn(file: SourceFile, { problems }: ReadContext): Promise<SourceTable[]> {
  const { value, placeOf, notes } = await readJson(file);
  const lineOf = (path: readonly (string | number)[]) => Number(/:(\d+)$/.exec(placeOf(path))?.[1] ?? 1);
  const [first, ...more] = tablesOf(value, {
    name: file.name,
    label: file.name.replace(/^.*\/|\.json$/gi, ""),
    lineOf,
    refuse: (line, why) => problems.add(`${file.name}:${line}: ${why}`),
  });
  if (!first)
    throw new UserError(
      "corpus",
      `${file.name}: expected lists of records with an id and a title or a text, found none`,
      {
        hint: "`scopebench corpus formats` says what JSON is read",
      },
    );
  return [{ ...first, notes: [...notes, ...first.notes] }, ...more];
}
