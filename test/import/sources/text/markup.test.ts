import { expect, it } from "vitest";
import { plainText } from "../../../../import/sources/text/markup.ts";
import { processorMs } from "../../../soon.ts";

it.each([
  ["plain text stays, line by line", "a\r\n  b", "a\n  b"],
  [
    "blocks are lines, items have a dash, cells a bar",
    "<p>a</p><ul><li>b</li><li>c</li></ul><table><tr><td>1</td><td>2</td></tr></table>",
    "a\n- b\n- c\n1 | 2",
  ],
  ["entities are what they say", "a &lt;b&gt; &amp; c&nbsp;d", "a <b> & c\u00A0d"],
  ["entities by number, without others", "it&#x27;s", "it's"],
  ["what is no HTML element stays", 'When "<user name>" logs in\n  | <x> |', 'When "<user name>" logs in\n  | <x> |'],
  ["also beside HTML", "<p>Given <user> and <b>bold</b></p>", "Given <user> and bold"],
  ["scripts and styles go", "<p>a<script>alert(1)</script><style>b{}</style></p>", "a"],
])("%s", (_what, html, text) => {
  expect(plainText(html)).toBe(text);
});

it("takes time in proportion to the length: 100,000 blocks within 10 s of the processor", () => {
  const read = () => expect(plainText("<div>a</div>".repeat(100_000)).length).toBe(199_999);
  expect(processorMs(read)).toBeLessThan(10_000);
});
