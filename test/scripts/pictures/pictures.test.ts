import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFigures } from "../../../scripts/figures/source.ts";
import { PICTURES, readPictures } from "../../../scripts/pictures/kept.ts";
import { terminalSvg } from "../../../scripts/pictures/terminal.ts";
import { papers, ROOT } from "../../docs/pages.ts";
import { nonEmpty } from "../../non-empty.ts";

const KEPT = nonEmpty(readPictures());
const AGAIN = "node --import tsx scripts/docs-pictures.ts";

/** Each `<picture>` of README and docs/: its two files, and what it says to who does not see it. */
function shown(): { files: (string | undefined)[]; shows: string | undefined }[] {
  return papers().flatMap(({ text }) =>
    [...text.matchAll(/<picture>\n([\s\S]*?)<\/picture>/g)].map(([, inner = ""]) => {
      const [, dark] = /srcset="[^"]*pictures\/([^"/]+)"/.exec(inner) ?? [];
      const [, shows, light] = /<img alt="([^"]*)" src="[^"]*pictures\/([^"/]+)"/.exec(inner) ?? [];
      return { files: [light, dark], shows };
    }),
  );
}

describe("the pictures of README and docs/", () => {
  it("are all on a page, and every picture of a page is one of the script's, light and dark, with its words", () => {
    const places = nonEmpty(shown());
    const kept = KEPT.map(({ files, shows }) => JSON.stringify({ files, shows }));
    expect(places.filter((place) => !kept.includes(JSON.stringify(place)))).toEqual([]);
    expect(kept.filter((one) => !places.some((place) => JSON.stringify(place) === one))).toEqual([]);
  });

  it("lie in one folder, each listed with its source, none above 150 kB", () => {
    const files = readdirSync(PICTURES).filter((name) => name !== "pictures.json");
    expect(files.sort()).toEqual(KEPT.flatMap((one) => one.files).sort());
    expect(nonEmpty(files).filter((name) => statSync(join(PICTURES, name)).size > 150_000)).toEqual([]);
  });

  it(`are of this version: ${AGAIN}`, () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(KEPT.filter((one) => one.version !== version)).toEqual([]);
  });

  const TERMINALS = nonEmpty([
    ["terminal", "terminal", "run"],
    ["verdict", "gate-example", "verdict"],
  ] as const);
  it.each(TERMINALS)(`%s shows what design/figures/%s.json has: ${AGAIN} --terminal`, (name, source, key) => {
    const screen = readFigures().get(source)!.screens![key]!;
    const drawn = (["light", "dark"] as const).map((scheme) => terminalSvg(screen, scheme));
    const kept = KEPT.find((one) => one.name === name)!.files.map((file) => readFileSync(join(PICTURES, file), "utf8"));
    expect(kept).toEqual(drawn);
  });
});

describe("a terminal as SVG", () => {
  it("writes what is markup as text, and stretches each line to its characters", () => {
    const svg = terminalSvg("$ a <b> & c\n  ok", "light");
    expect(svg).toContain(">$ a &lt;b> &amp; c</text>");
    expect(svg).toContain('x="32.8" y="78.0" textLength="16.8"');
  });

  it("leaves out empty lines, keeping their room", () => {
    expect(terminalSvg("a\n\nb", "dark").match(/<text /g)).toHaveLength(2);
    expect(/height="(\d+)"/.exec(terminalSvg("a\n\nb", "dark"))?.[1]).toBe("120");
  });
});
