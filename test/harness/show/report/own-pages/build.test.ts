import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWithFramework } from "../../../../../harness/show/report/framework.ts";
import { describeProblem } from "../../../../../harness/show/report/own-pages/own-page.ts";
import { placeOwnPages } from "../../../../../harness/show/report/own-pages/place-pages.ts";
import { nonEmpty } from "../../../../non-empty.ts";

const CONFIG = `export default {
  root: "src", output: "dist", pages: [], sidebar: false, toc: false, pager: false, search: false,
  style: null, globalStylesheets: [], preserveExtension: true, preserveIndex: true, head: "<meta name='policy'>"
};`;

const cell = (code: string, language = "js") => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const RAN = "writeFileSync('ran', '')";

/** Own pages, each broken in its way, with what is to be said of it. */
const BROKEN: Record<string, { text: string | Buffer; told: RegExp[] }> = {
  "syntax.md": {
    text: `# A\n\n${cell("const a = 1;\nconst b = ;")}\n${cell("display(1)")}`,
    told: [/^pages\/syntax\.md:5: SyntaxError: Unexpected token/],
  },
  "inline.md": {
    text: "one\ntwo $" + "{1 +} three\n",
    told: [/^pages\/inline\.md:2: SyntaxError: invalid expression/],
  },
  "wide.md": {
    text: Buffer.from("# A\n\ntext\n", "utf16le"),
    told: [/^pages\/wide\.md:1: expected UTF-8 text, found a NUL/],
  },
  "matter.md": { text: "---\ntitle: [a\n---\n\n# B\n", told: [/^pages\/matter\.md:[23]: front matter/] },
  "script-matter.md": {
    text: `---js\nrequire("fs").${RAN}\n---\n# C\n`,
    told: [/^pages\/script-matter\.md:1: front matter is YAML/],
  },
  "keys.md": {
    text: "---\ntitle: Keys\nhead: <script src=x></script>\nstyle: ../../secret.css\n---\n# D\n",
    told: [/^pages\/keys\.md:3: front matter: "head" is left out/, /^pages\/keys\.md:4: front matter: "style"/],
  },
  "library.md": {
    text: `---\ntitle: L\n---\n\n${cell('import x from "npm:lodash";')}`,
    told: [/^pages\/library\.md:5: npm:lodash is not part of a report/],
  },
  "implied.md": { text: cell("display(aq.table({}))"), told: [/^pages\/implied\.md:1: npm:arquero is not part/] },
  "module.md": {
    text: cell('import {x} from "./components/no.js";'),
    told: [/^pages\/module\.md:1: there is no module \.\/components\/no\.js/],
  },
  "file.md": {
    text: cell('FileAttachment("./data/no.json").json()'),
    told: [/^pages\/file\.md:1: there is no file \.\/data\/no\.json/],
  },
  "climbs.md": {
    text: cell('FileAttachment("../../secret.json").json()'),
    told: [/^pages\/climbs\.md:2: SyntaxError: non-local file path/],
  },
  "image.md": { text: "# E\n\n<img src=no.png>\n", told: [/^pages\/image\.md: there is no file/] },
  "link.md": { text: '<a href="%">x</a>\n', told: [/^pages\/link\.md: URI malformed/] },
  "bytes.md": { text: Buffer.from("# F\n\nx \xff\n", "latin1"), told: [/^pages\/bytes\.md:3: expected UTF-8/] },
  "large.md": {
    text: "x".repeat(10_000_000),
    told: [/^pages\/large\.md: expected at most 1 MB of Markdown, found 10\.0 MB/],
  },
  "index.md": { text: "# Mine\n", told: [/^pages\/index\.md: the report has a page or folder index already/] },
  "plots.md": { text: "# Mine\n", told: [/^pages\/plots\.md: the report has/] },
  "Slow Answers.md": { text: "# Mine\n", told: [/^pages\/Slow Answers\.md: cannot be the name of a page/] },
  "data.json.js": { text: RAN, told: [/^pages\/data\.json\.js: left out/] },
  "loaded.md.js": { text: RAN, told: [/^pages\/loaded\.md\.js: left out/] },
  "observablehq.config.js": { text: RAN, told: [/^pages\/observablehq\.config\.js: left out/] },
  "linked.md": { text: "", told: [/^pages\/linked\.md: left out/] },
  "throws.md": { text: cell('throw new Error("at run time");'), told: [] },
  "fine.md": { text: `# Fine\n\n${cell("display(1 + 1)")}`, told: [] },
};

let folder: string;
let told: string[];
const dist = (name: string) => readFile(join(folder, "site/dist", name), "utf8");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-own-pages-"));
  await mkdir(join(folder, "run/pages/a-folder"), { recursive: true });
  await mkdir(join(folder, "site/src/components"), { recursive: true });
  await writeFile(join(folder, "site/observablehq.config.js"), CONFIG);
  await writeFile(join(folder, "site/package.json"), '{"type": "module"}');
  await writeFile(join(folder, "site/src/index.md"), "# Ours\n\n```js\ndisplay(1)\n```\n");
  await writeFile(join(folder, "site/src/components/notebook.js"), "export const brokenPage = String;");
  await writeFile(join(folder, "secret.md"), "secret");
  for (const [name, { text }] of Object.entries(BROKEN))
    if (name === "linked.md") await symlink(join(folder, "secret.md"), join(folder, "run/pages", name));
    else await writeFile(join(folder, "run/pages", name), text);
  const placed = await placeOwnPages(join(folder, "run"), join(folder, "site/src"));
  const found = await buildWithFramework(join(folder, "site"), {
    own: placed.pages,
    libraries: ["npm:d3"],
    signal: new AbortController().signal,
  });
  told = [...placed.problems, ...found].map(describeProblem);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("builds the pages of the report and every own page whatever is in them", async () => {
  expect(await dist("index.html")).toContain("Ours");
  expect(await dist("fine.html")).toContain("1 + 1");
  const own = Object.keys(BROKEN).filter((name) => /^[a-z-]+\.md$/.test(name));
  const left = ["index", "plots", "linked"].map((name) => `${name}.md`);
  for (const name of nonEmpty(own.filter((one) => !left.includes(one))))
    expect(await readdir(join(folder, "site/dist"))).toContain(name.replace(".md", ".html"));
});

it.each(Object.entries(BROKEN))("says what is wrong with %s, and on which line", (name, { told: expected }) => {
  const mine = told.filter((line) => line.startsWith(`pages/${name}:`));
  expect(mine).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

it("shows the error in place of a broken cell, and the other cells of its page", async () => {
  const page = await dist("syntax.html");
  expect(page).toContain("SyntaxError: Unexpected token");
  expect(page).toContain("display(1)");
  expect(await dist("library.html")).toContain("npm:lodash is not part of a report");
});

it("runs nothing of a run while building, reads no file outside of it, and lets no page change its policy", async () => {
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.endsWith("ran"))).toEqual([]);
  expect(names).not.toContain("site/dist/linked.html");
  expect(await dist("keys.html")).toContain('<meta name="policy">');
  expect(await dist("keys.html")).not.toContain("<script src=x>");
});

it("gives up a page that Framework does not come back from, and builds the rest", async () => {
  const site = join(folder, "site");
  for (const name of Object.keys(BROKEN)) if (name !== "index.md") await rm(join(site, "src", name), { force: true });
  // Nested so, tables take an HTML parser the square of their number.
  await writeFile(join(site, "src/fine.md"), "<table><tr><td>".repeat(20_000));
  const own = [{ name: "fine", title: "Fine", linesBefore: 0 }];
  const signal = new AbortController().signal;
  const [problem, ...others] = await buildWithFramework(site, { own, libraries: [], signal, patienceMs: 1000 });
  expect(others).toEqual([]);
  expect(describeProblem(problem!)).toBe("pages/fine.md: it could not be built: nothing came of it in 1 s");
  expect(await dist("fine.html")).toContain("nothing came of it");
  expect(await dist("index.html")).toContain("Ours");
});
