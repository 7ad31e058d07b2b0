import { describe, expect, it } from "vitest";
import { visibleText } from "../../../agent/answer/visible-text.ts";
import { nonEmpty } from "../../non-empty.ts";
import { processorMs } from "../../soon.ts";

const HIDDEN = [
  "<!-- TC-1 -->",
  "<!-- TC-1",
  "[//]: # (TC-1)",
  "[note]: https://example.org\n  'TC-1'",
  '<span title="TC-1">here</span>',
  "<div hidden>TC-1</div>",
  '<p style="display: none">TC-1</p>',
  '<p style="color:white">TC-1',
  "<template>TC-1</template>",
  "[list](https://example.org/TC-1)",
  '[list](<a b> "TC-1")',
  "[list](a(TC-1)b)",
  "- S1: [records](artifact://t?path=/TC-1)",
  "[list][TC-1]\n\n[TC-1]: https://example.org",
  "![TC-1](a.png)",
  "![a [b] TC-1](a(b).png 'c')",
  "![TC-1][a]\n\n[a]: a.png",
  "~~TC-1~~",
  "~~`TC-1` and\nmore~~",
  "<del>TC-1</del>",
  "<s class=a>a <b>TC-1</b></s>",
  "<dialog><p>TC-1</p></dialog>",
  "<title>TC-1</title>",
  "```TC-1\na\n```",
  "~~~ TC-1\na",
  "<!DOCTYPE TC-1>",
  "<?php TC-1 ?>",
  "<![CDATA[ TC-1 ]]>",
];

const SHOWN = [
  "TC-1",
  "`<!-- TC-1 -->`",
  "```html\n<!-- TC-1 -->\n<div hidden>TC-1</div>\n```",
  "[TC-1](https://example.org)",
  "[^1]: TC-1",
  "[S1][TC-1]",
  "a < b, <TC-1> and c > d",
  "<b>TC-1</b>",
  '<p style="opacity: 0.5">TC-1</p>',
  "spec<a b#TC-1 and spec>spec",
  "spec<a TC-1>spec",
  "[ ]: TC-1 is not covered by any of these",
  "~~ TC-1 ~~",
  "about ~TC-1/~TC-2",
  "~~a\n\nTC-1~~",
  "~~a\n- TC-1~~",
  "```TC-1```",
  "the <title> of TC-1",
  "![TC-1] and ![TC-1][a]",
];

/** Each begins something that never ends. */
const HOSTILE = [
  ...[
    "<a ",
    "<a b",
    " b",
    "<a b=c ",
    "<a b ",
    "<div hidden ",
    "](",
    "[x](",
    "](x (",
    '[a]: b "',
    "[a]: x '\n",
    "[a]:\n",
    "![",
    "![a](b",
    "~~a ",
    "~~a\n",
    "~~",
    "<title>",
    "<del><s><title>",
    "<?",
    "<!a",
    "<![CDATA[",
    "[ ",
  ],
  ...["`", "``` ", "a ` b `` c ", "<!--"],
];

describe("what a reader sees of a Markdown text", () => {
  it("is without what is shown nobody", () => {
    for (const text of nonEmpty(HIDDEN)) expect(visibleText(text).text).not.toContain("TC-1");
  });

  it("is all that is shown, code as it stands", () => {
    for (const text of nonEmpty(SHOWN)) expect(visibleText(text).text).toContain("TC-1");
  });

  it("says where its links lead", () => {
    expect(visibleText("[a](/out.md), `[b](/none.md)`, [ \u200b](/none.md)").targets).toEqual(["/out.md"]);
  });

  it("takes time as the text is long, whatever is begun in it and never ended", () => {
    for (const piece of nonEmpty(HOSTILE)) {
      const taken = processorMs(() => visibleText(piece.repeat(400_000 / piece.length)));
      expect([piece, taken < 500]).toEqual([piece, true]);
    }
  });
});
