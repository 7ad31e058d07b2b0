import { LRUCache } from "lru-cache";

/** What kind of question takes which tools: a row of the routing table. */
export interface RoutingRow {
  kind: string;
  /** Words and phrases of the question, lower case. */
  signals: readonly string[];
  start: readonly string[];
  after: readonly string[];
}

export interface PolicyReading {
  routes: RoutingRow[];
  /** Kind of a question that has no signal. */
  otherwise: string | null;
  /** Texts of rules by their lead, lower case: `- **Lead.** text`, or `1. **Lead.** text`. */
  rules: Map<string, string>;
  /** Columns by relation, where a rule names both: `schema.name(column, column)`. */
  relations: Map<string, readonly string[]>;
  /** Skills in the order in which they should be loaded, with the condition that stands behind each. */
  loadOrder: { skill: string; when: string }[];
  /** Headings of the answer's sections, from the example of its shape; null when no shape was read. */
  shape: { list: string; gaps?: string; sources: string } | null;
}

/** Every execution is told the same. */
const READ = new LRUCache<string, PolicyReading>({ max: 100 });

/**
 * Reads what a policy model can follow out of a text in the form in which the policies are written: tables with a
 * column "Start with", bullets with a bold lead, a numbered load order, a fenced example of the answer.
 */
export function readPolicyText(text: string): PolicyReading {
  const reading = READ.get(text) ?? readAnew(text);
  READ.set(text, reading);
  return reading;
}

function readAnew(text: string): PolicyReading {
  const rules = readRules(text);
  return {
    routes: readRoutes(text),
    otherwise: /when no signal fits, treat it as an? (\w+)/i.exec(text)?.[1]?.toLowerCase() ?? null,
    rules,
    relations: readRelations(rules.get("queries") ?? ""),
    loadOrder: readLoadOrder(text),
    shape: readShape(text),
  };
}

/** Joins readings; a later text wins where both say something. */
export function mergeReadings(earlier: PolicyReading, later: PolicyReading): PolicyReading {
  return {
    routes: [...earlier.routes, ...later.routes],
    otherwise: later.otherwise ?? earlier.otherwise,
    rules: new Map([...earlier.rules, ...later.rules]),
    relations: later.rules.has("queries") ? later.relations : earlier.relations,
    loadOrder: [...earlier.loadOrder, ...later.loadOrder],
    shape: later.shape ?? earlier.shape,
  };
}

function readRoutes(text: string): RoutingRow[] {
  const lines = text.split("\n").map((line) => line.trim());
  const head = lines.findIndex((line) => /^\|.*\bstart with\b.*\|$/i.test(line));
  if (head < 0) return [];
  const columns = cellsOf(lines[head] ?? "").map((cell) => cell.toLowerCase());
  const end = lines.findIndex((line, index) => index > head && !line.startsWith("|"));
  return lines.slice(head + 2, end < 0 ? undefined : end).map((line) => {
    const cells = cellsOf(line);
    const cell = (name: string) => cells[columns.findIndex((title) => title.startsWith(name))] ?? "";
    return {
      kind: cell("kind").replace(/[*`]/g, "").toLowerCase(),
      signals: [...cell("signals").matchAll(/"([^"]+)"/g)].map(([, signal = ""]) => signal.toLowerCase()),
      start: namesIn(cell("start")),
      after: namesIn(cell("then")),
    };
  });
}

function cellsOf(line: string): string[] {
  const inner = line.replace(/^\||\|$/g, "");
  return inner.split("|").map((cell) => cell.trim());
}

function readRules(text: string): PolicyReading["rules"] {
  const matches = text.matchAll(/^\s*(?:[-*]|\d+\.)\s+\*\*([^*]+?)\.?\*\*\s+(.+)$/gm);
  return new Map([...matches].map(([, lead = "", rule = ""]) => [lead.toLowerCase(), rule]));
}

function readRelations(text: string): PolicyReading["relations"] {
  const named = text.matchAll(/`(\w+\.\w+)\(([^)]*)\)`/g);
  return new Map([...named].map(([, relation = "", columns = ""]) => [relation, columns.split(/,\s*/)]));
}

function readLoadOrder(text: string): PolicyReading["loadOrder"] {
  const section = /load the skills in this order[\s\S]*/i.exec(text)?.[0] ?? "";
  const lines = section.matchAll(/^\s*\d+\.\s+`([^`]+)`:?\s*(.*)$/gm);
  return [...lines].map(([, skill = "", when = ""]) => ({ skill, when }));
}

function readShape(text: string): PolicyReading["shape"] {
  for (const [, example = ""] of text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)) {
    const [list, ...others] = [...example.matchAll(/^##+\s+(.+)$/gm)].map((match) => match[1]?.trim());
    const sources = others.pop();
    if (list && sources) return { list, sources, ...(others[0] ? { gaps: others[0] } : {}) };
  }
  return null;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([A-Za-z][\w-]*)`/g)].map((match) => match[1] ?? "");
}
