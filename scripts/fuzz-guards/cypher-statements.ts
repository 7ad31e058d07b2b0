import { pick, type Random, randomInteger } from "../../base/random.ts";

/**
 * Endless statements: half from a grammar of Cypher (what the profile takes, what only Neo4j or AGE takes, and writes), each rule drawing
 * its parts at random; half seeds with words of other seeds in them. Some are then changed as text.
 */
export function makeCypherStatements(seeds: readonly string[]): (random: Random) => string {
  const words = seeds.map((seed) => seed.split(" "));
  return (random) => {
    const text = random() < 0.5 ? new Grammar(random).query() : crossed(words, random);
    return random() < 0.12 ? pick(random, TEXT_CHANGES)(text) : text;
  };
}

/** A seed of which one to three words are another seed's, or gone. */
function crossed(seeds: readonly (readonly string[])[], random: Random): string {
  const words = [...pick(random, seeds)];
  for (let count = 1 + randomInteger(random, 3); count > 0; count--) {
    const other = pick(random, seeds);
    const from = randomInteger(random, other.length);
    words.splice(
      randomInteger(random, words.length),
      randomInteger(random, 2),
      ...other.slice(from, from + randomInteger(random, 4)),
    );
  }
  return words.join(" ");
}

const VARIABLES = ["a", "b", "n", "t", "x", "`odd name`"];
const LABELS = ["TestCase", "Feature", "Requirement", "Message", "Protocol", "BacklogItem", "Defect"];
const TYPES = ["REFERENCES", "CONTAINS", "COVERS_MESSAGE", "COVERS_PROTOCOL", "BELONGS_TO"];
const PROPERTIES = ["id", "name", "subtype", "status", "missing", "`set`"];
const FUNCTIONS =
  "count sum avg min max collect size length type labels properties keys nodes relationships head last tail coalesce toLower toUpper trim substring split replace reverse toString toInteger abs sqrt round".split(
    " ",
  );
const HOSTILE_FUNCTIONS = [
  "apoc.load.json",
  "apoc.cypher.runWrite",
  "db.labels",
  "gds.version",
  "pg_catalog.pg_read_file",
  "pg_sleep",
  "range",
  "id",
  "rand",
  "ag_catalog.create_graph",
  "public.bm25_force_merge",
  "startNode",
  "`pg_sleep`",
];
const LITERALS = [
  "1",
  "0",
  "-1",
  "1.5",
  "99999999",
  "true",
  "null",
  "'x'",
  '"DELETE n"',
  "'it\\'s'",
  "'\\u0041'",
  "[1, 2, 3]",
  "{a: 1}",
  "$p",
];
const WRITES = [
  "CREATE (z:TestCase {id: 'z'})",
  "MERGE (z:TestCase {id: 'z'})",
  "SET n.name = 'z'",
  "DELETE n",
  "DETACH DELETE n",
  "REMOVE n.name",
  "CALL db.labels() YIELD label",
  "CALL { MATCH (q) DELETE q }",
  "CALL { CREATE (q) } IN TRANSACTIONS",
  "FOREACH (i IN [1] | CREATE (z))",
  "LOAD CSV FROM 'file:///etc/passwd' AS line",
  "DROP INDEX i",
];

const TEXT_CHANGES: readonly ((text: string) => string)[] = [
  (text) => `${text}; CREATE (z)`,
  (text) => `${text} // CREATE (z)`,
  (text) => `/* DELETE */ ${text}`,
  (text) => text.replaceAll(" ", "/**/ "),
  (text) => text.replace("RETURN", "\\u0044ELETE n RETURN"),
  (text) => `${text} $$) AS (a agtype); DROP TABLE kb.entry; --`,
  (text) => text.toLowerCase(),
  (text) => text.slice(0, Math.floor(text.length * 0.8)),
  (text) => text.replace(")", "`)"),
  (text) => text.replaceAll("'", "\u2019"),
  (text) => `EXPLAIN ${text}`,
  (text) => `${text} UNION ${text}`,
  (text) => `CALL { ${text} } RETURN 1 AS one`,
];

class Grammar {
  readonly #random: Random;
  /** Parts that one statement may still take: without an end, expressions would grow for ever. */
  #budget = 9;

  constructor(random: Random) {
    this.#random = random;
  }

  query(): string {
    const first = `MATCH (n:${this.#one(LABELS)})${this.#where()}`;
    const clauses = [first, ...Array.from({ length: this.#below(3) }, () => this.#clause())];
    if (this.#chance(0.08)) clauses.splice(this.#below(clauses.length + 1), 0, this.#one(WRITES));
    const returned = Array.from({ length: 1 + this.#below(3) }, (_, at) => `${this.#expression()} AS c${at}`);
    const distinct = this.#chance(0.2) ? "DISTINCT " : "";
    const order = this.#chance(0.3) ? ` ORDER BY c0${this.#chance(0.5) ? " DESC" : ""}` : "";
    return `${clauses.join(" ")} RETURN ${distinct}${returned.join(", ")}${order}${this.#chance(0.4) ? ` LIMIT ${this.#below(300)}` : ""}`;
  }

  #clause(): string {
    const kind = this.#below(10);
    if (kind < 6) return `${this.#chance(0.2) ? "OPTIONAL " : ""}MATCH ${this.#patterns()}${this.#where()}`;
    if (kind < 7) return `UNWIND ${this.#expression()} AS ${this.#variable()}`;
    return `WITH ${this.#chance(0.5) ? "*" : `${this.#expression()} AS ${this.#variable()}, n`}${this.#where()}`;
  }

  #patterns(): string {
    return Array.from({ length: this.#chance(0.2) ? 2 : 1 }, () => this.#pattern()).join(", ");
  }

  #pattern(): string {
    const name = this.#chance(0.15) ? "p = " : "";
    const steps = Array.from({ length: this.#below(3) }, () => this.#relationship() + this.#node());
    return name + this.#node() + steps.join("");
  }

  #node(): string {
    const label = this.#chance(0.6) ? `:${this.#chance(0.04) ? "Secret" : this.#one(LABELS)}` : "";
    const more = label && this.#chance(0.1) ? `${this.#one(["|", ":", "&", "|!"])}${this.#one(LABELS)}` : "";
    const map = this.#chance(0.1) ? ` {${this.#one(PROPERTIES)}: ${this.#expression()}}` : "";
    return `(${this.#chance(0.7) ? this.#variable() : ""}${label}${more}${map})`;
  }

  #relationship(): string {
    const type = this.#chance(0.6) ? `:${this.#chance(0.04) ? "KNOWS" : this.#one(TYPES)}` : "";
    const more = type && this.#chance(0.15) ? `|${this.#one(TYPES)}` : "";
    const hops = this.#chance(0.2)
      ? this.#one(["*", "*1..2", "*1..3", "*2", "*..2", "*0..1", "*1..", "*1..9", "*3..4"])
      : "";
    const body = this.#chance(0.85) ? `[${this.#chance(0.3) ? "r" : ""}${type}${more}${hops}]` : "";
    const quantified = this.#chance(0.03) ? this.#one(["+", "*", "{1,3}", "{2,}"]) : "";
    return `${this.#chance(0.25) ? "<" : ""}-${body}-${this.#chance(0.5) ? ">" : ""}${quantified}`;
  }

  #where(): string {
    return this.#chance(0.4) ? ` WHERE ${this.#expression()}` : "";
  }

  #expression(): string {
    if (--this.#budget < 0) return this.#one(LITERALS);
    const [e, v] = [() => this.#expression(), () => this.#variable()];
    const forms: readonly (() => string)[] = [
      () => this.#one(LITERALS),
      () => `${v()}.${this.#one(PROPERTIES)}`,
      v,
      () =>
        `${e()} ${this.#one(["=", "<>", "<", ">", "+", "-", "*", "/", "%", "^", "AND", "OR", "XOR", "IN", "CONTAINS", "STARTS WITH", "=~", "!="])} ${e()}`,
      () => `${this.#one(this.#chance(0.08) ? HOSTILE_FUNCTIONS : FUNCTIONS)}(${e()})`,
      () => `NOT (${e()})`,
      () => `[${v()} IN ${e()} WHERE ${e()} | ${e()}]`,
      () => `${this.#one(["any", "all", "none", "single"])}(${v()} IN ${e()} WHERE ${e()})`,
      () => `CASE WHEN ${e()} THEN ${e()} ELSE ${e()} END`,
      () =>
        `${this.#one(["EXISTS", "COUNT"])} { ${this.#chance(0.5) ? "MATCH " : ""}${this.#pattern()}${this.#where()} }`,
      () => `(n)${this.#relationship()}(:${this.#one(LABELS)})`,
      () => `size(${e()})`,
      () => `[${e()}, ${e()}]`,
      () => `${v()} {.id, .name, x: ${e()}}`,
      () => `${e()} IS NOT NULL`,
      () => `${v()}:${this.#one(LABELS)}`,
      () => `${e()}[${e()}]`,
      () => "count(*)",
      () => (this.#chance(0.2) ? `reduce(s = 0, x IN ${e()} | s + x)` : "collect(n)"),
      () => (this.#chance(0.2) ? `[(n)-->(m) | m.id]` : "nodes(p)"),
    ];
    return this.#one(forms)();
  }

  #variable(): string {
    return this.#chance(0.6) ? "n" : this.#one(VARIABLES);
  }

  #one<T>(items: readonly T[]): T {
    return pick(this.#random, items);
  }

  #below(bound: number): number {
    return randomInteger(this.#random, bound);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}
