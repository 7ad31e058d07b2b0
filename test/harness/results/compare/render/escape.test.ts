import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import {
  commandMessage,
  commandProperty,
  disarmCommands,
  markdownCode,
  markdownText,
  xmlText,
} from "../../../../../harness/results/compare/render/escape.ts";
import { HOSTILE } from "../hostile.ts";

const texts = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary" }));

describe("text from outside", () => {
  it("is one line of character references in Markdown: nothing of its syntax is left", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const code = markdownCode(text).slice("<code>".length, -"</code>".length);
        expect(code.replace(/&#\d+;/g, "")).toMatch(/^[\p{L}\p{N} -]*$/u);
        expect(markdownText(text).replace(/&#\d+;/g, "")).toMatch(/^[\p{L}\p{N} ,()%+.-]*$/u);
      }),
    );
  });

  it("mentions nobody and opens no list or address at the start of a Markdown line", () => {
    expect(markdownText("@team #1")).toBe("&#64;&#8288;team &#35;&#8288;1");
    expect(markdownText("- x")).toBe("&#45; x");
    expect(markdownText("1. x")).toBe("&#49;. x");
    expect(markdownText("www.a.b")).toBe("www&#46;a&#46;b");
  });

  it("is an attribute and an element of XML that a parser reads back as what a terminal would show", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const read: string[] = [];
        const parser = new SaxesParser();
        parser.on("error", (error) => {
          throw error;
        });
        parser.on("opentag", ({ attributes }) => read.push(String(attributes.a)));
        parser.on("text", (part) => read.push(part));
        parser.write(`<x a="${xmlText(text)}">${xmlText(text)}.</x>`).close();
        expect(read[1]).toBe(`${read[0]}.`);
      }),
    );
  });

  it("ends no workflow command and begins none", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(commandMessage(text)).not.toMatch(/[\r\n]|%(?!25)/);
        expect(commandProperty(text)).not.toMatch(/[:,\r\n]|%(?!25|3A|2C)/);
        const shown = disarmCommands(text);
        for (const line of shown.split(/\r\n|[\r\n]/)) expect(line.trimStart().startsWith("::")).toBe(false);
        expect(shown).not.toContain("##[");
      }),
    );
  });
});
