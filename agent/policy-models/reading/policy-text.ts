/** What kind of question takes which tools: a row of the routing table. */
export interface RoutingRow {
  kind: string;
  /** Words and phrases of the question, lower case. */
  signals: readonly string[];
  start: readonly string[];
  after: readonly string[];
}

/** A rule of a policy: `- **Lead.** text`, or `1. **Lead.** text`. */
export interface Rule {
  lead: string;
  text: string;
  /** Names in backticks in the text, in order. */
  names: readonly string[];
}

export interface PolicyReading {
  routes: RoutingRow[];
  /** Kind of a question that has no signal. */
  otherwise: string | null;
  rules: Map<string, Rule>;
  /** Skills in the order in which they should be loaded, with the condition that stands behind each. */
  loadOrder: { skill: string; when: string }[];
  /** Headings of the answer's sections, from the example of its shape; null when no shape was read. */
  shape: { list: string; sources: string } | null;
}

/**
 * Reads what a policy model can follow out of a text in the form in which the policies are written: tables with a
 * column "Start with", bullets with a bold lead, a numbered load order, a fenced example of the answer.
 */
export function readPolicyText(text: string): PolicyReading {
  const rules = readRules(text);
  return {
    routes: readRoutes(text),
    otherwise: /when no signal fits, treat it as an? (\w+)/i.exec(text)?.[1]?.toLowerCase() ?? null,
    rules: new Map(rules.map((rule) => [rule.lead.toLowerCase(), rule])),
    loadOrder: readLoadOrder(text),
    shape: readShape(text),
  };
}

/** Joins readings; later texts win where both say something. */
export function mergeReadings(readings: readonly PolicyReading[]): PolicyReading {
  return {
    routes: readings.flatMap((reading) => reading.routes),
    otherwise: readings.findLast((reading) => reading.otherwise !== null)?.otherwise ?? null,
    rules: new Map(readings.flatMap((reading) => [...reading.rules])),
    loadOrder: readings.flatMap((reading) => reading.loadOrder),
    shape: readings.findLast((reading) => reading.shape !== null)?.shape ?? null,
  };
}

function readRoutes(text: string): RoutingRow[] {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => /^\|.*\bstart with\b.*\|$/i.test(line.trim()));
  if (head < 0) return [];
  const columns = cellsOf(lines[head] ?? "").map((cell) => cell.toLowerCase());
  const column = (cells: readonly string[], name: string) =>
    cells[columns.findIndex((title) => title.startsWith(name))] ?? "";
  const rows: RoutingRow[] = [];
  for (const line of lines.slice(head + 2)) {
    if (!line.trim().startsWith("|")) break;
    const cells = cellsOf(line);
    rows.push({
      kind: column(cells, "kind").replace(/[*`]/g, "").toLowerCase(),
      signals: quotedIn(column(cells, "signals")).map((signal) => signal.toLowerCase()),
      start: namesIn(column(cells, "start")),
      after: namesIn(column(cells, "then")),
    });
  }
  return rows;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

function readRules(text: string): Rule[] {
  const matches = text.matchAll(/^\s*(?:[-*]|\d+\.)\s+\*\*([^*]+?)\.?\*\*\s+(.+)$/gm);
  return [...matches].map(([, lead = "", rest = ""]) => ({ lead, text: rest, names: namesIn(rest) }));
}

function readLoadOrder(text: string): PolicyReading["loadOrder"] {
  const section = /load the skills in this order[\s\S]*/i.exec(text)?.[0] ?? "";
  return [...section.matchAll(/^\s*\d+\.\s+`([^`]+)`:?\s*(.*)$/gm)].map(([, skill = "", when = ""]) => ({
    skill,
    when,
  }));
}

function readShape(text: string): PolicyReading["shape"] {
  for (const [, example = ""] of text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)) {
    const headings = [...example.matchAll(/^##+\s+(.+)$/gm)].map((match) => match[1]?.trim() ?? "");
    const [list, sources] = headings;
    if (list && sources) return { list, sources };
  }
  return null;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([A-Za-z][\w-]*)`/g)].map((match) => match[1] ?? "");
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
}
