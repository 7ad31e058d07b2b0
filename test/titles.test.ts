import { expect, it } from "vitest";
import { sources, textOf } from "./imports.ts";

/** A text that is followed by what runs under it. */
const TITLE = /\(\s*(?:"((?:[^"\\\n]|\\.)+)"|`([^`]+)`),\s*(?:async\b|\(|\w+ =>|\{ \w+: [^}]*\}, (?:async|\())/g;

it("titles of tests are shorter than 120 characters: a terminal's line holds one", () => {
  const titles = sources("test").flatMap((file) =>
    [...textOf(file).matchAll(TITLE)].map(([, quoted, template]) => ({ file, title: quoted ?? template ?? "" })),
  );
  expect(titles.length).toBeGreaterThan(3000);
  expect(titles.filter(({ title }) => title.length >= 120)).toEqual([]);
});

it("no test has a time limit of its own: a busy machine is late, not wrong (`vitest.config.ts` has the one of all)", () => {
  const limited = sources("test").filter((file) => /^ *\}, [\d_]{4,}\);$/m.test(textOf(file)));
  expect(limited).toEqual([]);
});
