/** A typed part of a test case's instructions. */
export interface Section {
  kind: "precondition" | "step" | "expected" | "note";
  text: string;
}

// A Markdown heading, an underlined or bold line, or a short line that ends with a colon.
const HEADING = /^\s*(?:#{1,6}\s+(.+?)\s*#*|\*\*([^*]+)\*\*:?|([A-Z][\w /&-]{2,40}):)\s*$/;
const KINDS: readonly [RegExp, Section["kind"]][] = [
  [/pre-?condition|pre-?requisite|set-?up|initial|topology|test ?bed|environment|configuration/i, "precondition"],
  [/expect|result|verif|pass.?(?:\/|or|and)?.?fail|criteria|post-?condition|assert/i, "expected"],
  [/step|procedure|action|execution|instruction|stimul|method/i, "step"],
];
const STEP = /^\s*(?:\d+[.)]|step\s+\d+[:.)]?)\s+/i;

/**
 * Splits instructions by headings into typed sections, deterministically. Text under no known heading is a note, unless
 * it is a numbered list, which is steps. Empty sections are left out; the texts together keep every non-heading line.
 */
export function splitSections(instructions: string): Section[] {
  const sections: Section[] = [];
  let current: { kind: Section["kind"] | null; lines: string[] } = { kind: null, lines: [] };
  const close = (): void => {
    const text = current.lines.join("\n").trim();
    if (text !== "") sections.push({ kind: current.kind ?? (hasSteps(current.lines) ? "step" : "note"), text });
  };
  for (const line of instructions.split(/\r?\n/)) {
    const heading = headingOf(line);
    if (heading === null) current.lines.push(line);
    else {
      close();
      current = { kind: KINDS.find(([pattern]) => pattern.test(heading))?.[1] ?? null, lines: [] };
    }
  }
  close();
  return sections;
}

function headingOf(line: string): string | null {
  const match = HEADING.exec(line);
  return match ? (match[1] ?? match[2] ?? match[3] ?? null) : null;
}

function hasSteps(lines: readonly string[]): boolean {
  return lines.filter((line) => STEP.test(line)).length >= 2;
}
