import { readFileSync } from "node:fs";

/** A statement of a corpus in test/input/guards, under its heading: the expected code, or a kind. */
export interface Statement {
  heading: string;
  text: string;
}

/** Statements a line each; `# heading`, `// comment`; a line that starts with " is a JSON string. */
export function readStatements(name: string): Statement[] {
  const statements: Statement[] = [];
  let heading = "";
  for (const line of readFileSync(new URL(`../../test/input/guards/${name}`, import.meta.url), "utf8").split("\n")) {
    if (line === "" || line.startsWith("// ")) continue;
    if (line.startsWith("# ")) heading = line.slice(2);
    else statements.push({ heading, text: line.startsWith('"') ? (JSON.parse(line) as string) : line });
  }
  return statements;
}
