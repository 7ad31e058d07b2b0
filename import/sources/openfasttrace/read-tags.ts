import { makeOftItem, OFT_ID, type OftItem, wordsOf } from "./ids.ts";

/** `[impl->dsn~a~1]`, `[impl~b~2->dsn~a~1, dsn~c~1>>utest]`. */
const TAG = new RegExp(
  `\\[\\s*(\\p{L}+)(~[^\\s\\]>]*?)?\\s*->\\s*(${OFT_ID}(?:\\s*,\\s*${OFT_ID})*)\\s*(?:>>\\s*([\\p{L},\\s]+))?\\]`,
  "gu",
);
/** Lines after a tag that say what it stands above. */
const LINES_SHOWN = 4;

/** Tags in the comments of a program: each is an item of its own, which covers what it names. */
export function readOftTags(text: string, name: string): OftItem[] {
  const lines = text.split(/\r\n|\r|\n/);
  const numbers = new Map<string, number>();
  return lines.flatMap((line, at) =>
    [...line.matchAll(TAG)].map(([, type, own = "", targets, needs = ""]) => {
      const covers = wordsOf(targets as string);
      const id = nameOf({ type: type as string, own, target: covers[0] as string, file: name });
      const number = (numbers.get(id) ?? 0) + 1;
      numbers.set(id, number);
      const shown = lines.slice(at + 1, at + 1 + LINES_SHOWN).filter((after) => !after.includes("->"));
      return {
        ...makeOftItem(number === 1 ? id : `${id} (${number})`, `${name}:${at + 1}`),
        type: type as string,
        title: `${type} of ${covers.join(", ")} in ${name}`,
        text: [line.trim(), ...shown].join("\n"),
        covers,
        needs: wordsOf(needs),
      };
    }),
  );
}

/** A tag has a name of its own only where somebody gave it one. */
function nameOf({ type, own, target, file }: { type: string; own: string; target: string; file: string }): string {
  const [, name, revision = "0"] = own.split("~");
  return name ? `${type}~${name}~${revision}` : `${file}#${type}->${target}`;
}
