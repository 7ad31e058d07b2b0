import { cli } from "../../../harness/cli/index.ts";
import { type DirectoryCase, expectedOf } from "./cases.ts";
import { writeCase } from "./write.ts";

export interface Decided {
  name: string;
  kind: DirectoryCase["kind"];
  expected: { state: string | null; exit: number };
  found: { state: string | null; exit: number };
}

/** The command line's verdict and exit code on a directory, in this process, beside what is expected of its numbers. */
export async function decideCase(one: DirectoryCase, folder: string): Promise<Decided> {
  const args = await writeCase(one, folder);
  const printed: string[] = [];
  const exit = await cli(args, {
    ...{ cwd: folder, environment: {}, interactive: false, trusts: true, columns: 80 },
    ...{ out: (text: string) => void printed.push(text), error: () => undefined, signal: new AbortController().signal },
  });
  return {
    name: one.name,
    kind: one.kind,
    expected: expectedOf(one),
    found: { exit, state: stateIn(printed.join("\n")) },
  };
}

/** Of what `compare --json` prints; null where it refuses. */
export function stateIn(text: string): string | null {
  return text === "" ? null : (JSON.parse(text) as { verdict: { state: string } }).verdict.state;
}
