import { containsId } from "../../base/ids.ts";
import { compareText } from "../../base/text-order.ts";
import type { Substrate } from "../../db/ports/ports.ts";

/** Test cases shown in one trap. */
const SHOWN = 5;

/** A trap: test cases that name an id in their text and are not expected, since a mention is not a link. [] without any. */
export async function textMentions(
  id: string,
  { except, substrate }: { except: readonly string[]; substrate: Substrate },
): Promise<string[]> {
  const { rows } = await substrate.sql.query<{ test_case_id: string; text: string }>(
    `SELECT test_case_id, concat_ws(' ', name, description, instructions) AS text FROM canon.test_case
     WHERE test_case_id <> $1 AND strpos(concat_ws(' ', name, description, instructions), $1) > 0`,
    [id],
  );
  const found = rows.filter((row) => containsId(row.text, id) && !except.includes(row.test_case_id));
  const ids = found.map((row) => row.test_case_id).sort(compareText);
  if (ids.length === 0) return [];
  const rest = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : "";
  return [`named in the text only, not linked: ${ids.slice(0, SHOWN).join(", ")}${rest}`];
}
