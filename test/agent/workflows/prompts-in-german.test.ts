import { expect, it } from "vitest";
import { promptsIn, readRolePrompts } from "../../../agent/workflows/prompts.ts";
import { nonEmpty } from "../../non-empty.ts";

it("prompts the workflow over live sources in German, with every word that its nodes read in answers", () => {
  const english = readRolePrompts();
  const german = promptsIn("de", english);
  const changed = Object.keys(english).filter((role) => german[role as "chooser"] !== english[role as "chooser"]);
  expect(changed.sort()).toEqual(["answerer", "checker", "chooser", "searcher", "validator"]);
  for (const role of nonEmpty(changed as "chooser"[])) {
    const read = (prompt: string) =>
      [
        ...prompt.matchAll(
          /`([A-Z][a-z]+:)|^## (\w+)|(artifact:\/\/<thread id>\?path=)|(No supported recommendation)/gm,
        ),
      ].map(([found]) => found);
    expect(read(german[role])).toEqual(read(english[role]));
  }
  expect(promptsIn("en", english)).toBe(english);
});
