import { expect, it } from "vitest";
import { makeRedactor } from "../../../../base/providers/secrets/redactor.ts";
import { makeSearch } from "../../../../base/providers/secrets/search.ts";

const KEY = "sk-Planted0123/abcd+efGH456";
const bytes = Buffer.from(KEY);
const pairs = bytes.toString("hex").match(/../g) ?? [];
const base64 = (text: string) => Buffer.from(text).toString("base64");
const redactor = makeRedactor([{ name: "K", value: KEY }]);

it.each<[string, string]>([
  ["hexadecimal", bytes.toString("hex")],
  ["hexadecimal capitals", bytes.toString("hex").toUpperCase()],
  ["bytes parted by colons", pairs.join(":")],
  ["bytes parted by blanks, as hexdump prints", pairs.join(" ")],
  ["\\x escapes", pairs.map((pair) => `\\x${pair}`).join("")],
  ["every sign in an address", pairs.map((pair) => `%${pair.toUpperCase()}`).join("")],
  ["\\u escapes", [...KEY].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")],
  [
    "\\u escapes in capitals",
    [...KEY].map((sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`).join(""),
  ],
  ["Base64 twice", base64(base64(KEY))],
  ["Base64 for addresses, twice", Buffer.from(bytes.toString("base64url")).toString("base64url")],
  ["groups of four with dashes", (KEY.match(/.{1,4}/g) ?? []).join("-")],
  ["groups of five with blanks", (KEY.match(/.{1,5}/g) ?? []).join(" ")],
  ["broken over lines", (KEY.match(/.{1,6}/g) ?? []).join("\n")],
  ["a sign at a time", [...KEY].join(" ")],
  ["backwards", [...KEY].reverse().join("")],
])("a key is taken out in %s", (_, hidden) => {
  expect(redactor.text(`before ${hidden} after`)).toMatch(/^before ?\[redacted: K\]=* after$/);
});

it("leaves ordinary texts and hashes as they are", () => {
  const search = makeSearch([
    { name: "K", value: "0123456789abcdef0123456789abcdef" },
    { name: "L", value: KEY },
  ]);
  expect(search.find("The quick brown fox: 42 jumped, over - the lazy dog; 98fe76dc54ba3210")).toEqual([]);
});
