import { keptOf, type ScopeExport, uncoveredOf } from "./scope-export.ts";

/** A suite of the kept tests, all skipped: a report that reads it says what is to be run, and takes nothing for passed. */
export function junitOf(scope: ScopeExport): string {
  const kept = keptOf(scope);
  const cases = kept.map(
    ({ id, title, why }) =>
      `    <testcase classname="scope" name="${xml(id)}"><properties><property name="title" value="${xml(title)}"/><property name="why" value="${xml(why)}"/></properties><skipped message="selected, not run"/></testcase>`,
  );
  const { said, items } = uncoveredOf(scope);
  const told = [["coverage", said], ...items.map(({ id, name }) => ["not covered", `${id} ${name}`])];
  const properties = told.map(([name, value]) => `<property name="${name}" value="${xml(value!)}"/>`);
  const counts = `tests="${kept.length}" skipped="${kept.length}" failures="0" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="scope" ${counts}>`,
    `    <properties>${properties.join("")}</properties>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** For an attribute; characters that XML 1.0 does not know are shown as odd ones. */
function xml(text: string): string {
  const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => escapes[character]!)
    .replace(/[\t\n\r]+/g, " ")
    .replace(/[\p{Cc}\ufffe\uffff]/gu, "\ufffd");
}
