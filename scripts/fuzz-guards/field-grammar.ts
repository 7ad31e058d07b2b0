import { pick, type Random, randomInteger } from "../../base/random.ts";

/** Names of columns and aliases. Functions that take a value of any type, a row included, are among them: where a guard takes one for a column and PostgreSQL does not, it is called. */
const NAMES =
  "a a b name value key pg_column_size pg_column_size pg_column_size text record_out hash_record ts_stat current_setting pg_sleep pg_input_is_valid".split(
    " ",
  );
const ALIASES = ["s", "t", "u", "pg_column_size"];
const QUERIES = ["w", "x"];
const RELATIONS = ["canon.test_case", "backlog_item", "kb.entry", "core.trace_link"];
const VALUES = [
  "'select 1'::text",
  "'canary.secret'::text",
  "3::float8",
  "1",
  "ARRAY[3::float8]",
  "to_tsvector('a b')",
  `json '{"a": 1}'`,
  "ROW(1, 'x'::text)",
  "NULL::text",
];
const USED_AS_TYPES = ["text", "int", "float8", "json", "text[]", "tsvector"];

/**
 * Random SELECTs whose sources rename, join, nest and unfold columns in every way that PostgreSQL has, and whose expressions select
 * names from them, most of them wrongly. What a guard lets pass of these is what it believes to be columns.
 */
export function fieldStatement(random: Random): string {
  return new Grammar(random).statement();
}

/** The same name in another spelling. */
export function spelled(name: string, random: Random): string {
  const unicode = [...name].map((letter) => `\\${letter.codePointAt(0)!.toString(16).padStart(4, "0")}`).join("");
  return pick(random, [name, name, name, `"${name}"`, name.toUpperCase(), `U&"${unicode}"`, `/**/${name}`]);
}

class Grammar {
  readonly #random: Random;
  /** Parts that one statement may still take. */
  #budget = 10;
  readonly #names: string[] = [];
  readonly #aliases: string[] = [];
  readonly #queries: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  statement(): string {
    const queries = this.#chance(0.3) ? `${this.#with()} ` : "";
    return queries + this.#select();
  }

  #with(): string {
    const recursive = this.#chance(0.25);
    const queries = QUERIES.slice(0, 1 + this.#below(2)).map((name) => {
      if (recursive) this.#queries.push(name);
      const body =
        recursive && this.#chance(0.5)
          ? `${this.#select()} UNION ALL SELECT * FROM ${name} WHERE false`
          : this.#select();
      this.#queries.push(name);
      return `${name}${this.#columnList()} AS (${body})`;
    });
    return `WITH ${recursive ? "RECURSIVE " : ""}${queries.join(", ")}`;
  }

  #select(): string {
    if (--this.#budget < 0) return `SELECT ${this.#one(VALUES)} AS ${this.#name()}`;
    if (this.#chance(0.06)) return `(${this.#select()}) UNION ALL (${this.#select()})`;
    if (this.#chance(0.05)) return `VALUES (${this.#value()}, ${this.#value()}), (${this.#value()}, ${this.#value()})`;
    // First, so that the rest can go by its names.
    const from = this.#chance(0.9) ? ` FROM ${this.#sources()}` : "";
    const outputs = Array.from({ length: 1 + this.#below(3) }, () => this.#output());
    const where = this.#chance(0.2) ? ` WHERE ${this.#selection()} IS NULL` : "";
    const group = this.#chance(0.06) ? ` GROUP BY ${this.#selection()}` : "";
    const order = this.#chance(0.15) ? ` ORDER BY ${this.#selection()}` : "";
    return `SELECT ${outputs.join(", ")}${from}${where}${group}${order}`;
  }

  #output(): string {
    if (this.#chance(0.15)) return this.#one(["*", "*", `${this.#alias()}.*`, `(${this.#alias()}).*`]);
    return `${this.#value()}${this.#chance(0.6) ? ` AS ${this.#name()}` : ""}`;
  }

  #sources(): string {
    const first = this.#source();
    return this.#chance(0.25)
      ? `${first}, ${this.#chance(0.5) ? "LATERAL " : ""}${this.#aliased(`(${this.#select()})`)}`
      : first;
  }

  #source(): string {
    if (--this.#budget < 0) return this.#aliased(`(SELECT ${this.#one(VALUES)} AS ${this.#name()})`);
    const forms: readonly (() => string)[] = [
      () => this.#aliased(`(${this.#select()})`),
      () => this.#aliased(`(SELECT ${this.#one(VALUES)} AS ${this.#name()}, ${this.#one(VALUES)} AS ${this.#name()})`),
      () => this.#aliased(`(VALUES (${this.#one(VALUES)}, ${this.#one(VALUES)}))`),
      () => this.#aliased(this.#one(RELATIONS)),
      () => this.#one(RELATIONS),
      () => this.#aliased(this.#one(this.#queries.length > 0 ? this.#queries : RELATIONS)),
      () => this.#aliased(this.#one(this.#queries.length > 0 ? this.#queries : RELATIONS)),
      () => this.#aliased(this.#call()),
      () => this.#call(),
      () => this.#aliased(`ROWS FROM (${this.#call()}, ${this.#call()})`),
      () =>
        `json_to_record('{"a": "x"}') AS ${this.#one(ALIASES)}(${this.#name()} ${this.#one(USED_AS_TYPES)}, ${this.#name()} text)`,
      () =>
        this.#aliased(
          `JSON_TABLE('[{"a": "x"}]', '$[*]' COLUMNS (${this.#name()} text PATH '$.a', NESTED PATH '$' COLUMNS (${this.#name()} text PATH '$.a'), ${this.#name()} FOR ORDINALITY))`,
        ),
      () => this.#join(),
      () => this.#aliased(`(${this.#join()})`),
      () =>
        `${this.#aliased(this.#one(RELATIONS))} TABLESAMPLE bernoulli (${this.#chance(0.8) ? "50" : this.#selection()})`,
    ];
    return this.#one(forms)();
  }

  #join(): string {
    const [left, right] = [this.#source(), this.#source()];
    const how = this.#one(["JOIN", "LEFT JOIN", "FULL JOIN"]);
    const using = this.#chance(0.4) ? ` AS ${this.#one(ALIASES)}` : "";
    return this.#one([
      `${left} ${how} ${right} ON ${this.#chance(0.5) ? "true" : `${this.#selection()} IS NULL`}`,
      `${left} ${how} ${right} USING (${this.#name()})${using}`,
      `${left} NATURAL ${how} ${right}`,
      `${left} CROSS JOIN ${right}`,
    ]);
  }

  #call(): string {
    const call = this.#one([
      `json_each('{"a": 1}')`,
      `jsonb_array_elements_text('["x"]')`,
      "generate_series(1, 2)",
      `unnest(${this.#value()})`,
      `unnest(${this.#one(VALUES)}, ARRAY['x'])`,
      "unnest(to_tsvector('a b'))",
      "unnest(ARRAY(SELECT e FROM kb.entry e))",
      "string_to_table('a b', ' ')",
      `json_populate_record(${this.#one(ALIASES)}, '{}')`,
      `coalesce(${this.#one(VALUES)})`,
      "current_date",
    ]);
    return this.#chance(0.2) ? `${call} WITH ORDINALITY` : call;
  }

  #aliased(source: string): string {
    const alias = this.#one(ALIASES);
    this.#aliases.push(alias);
    return this.#chance(0.9) ? `${source} ${this.#chance(0.5) ? "AS " : ""}${alias}${this.#columnList()}` : source;
  }

  #columnList(): string {
    return this.#chance(0.3) ? `(${Array.from({ length: 1 + this.#below(3) }, () => this.#name()).join(", ")})` : "";
  }

  #value(): string {
    if (--this.#budget < 0) return this.#one([this.#one(VALUES), this.#selection()]);
    const forms: readonly (() => string)[] = [
      () => this.#one(VALUES),
      () => this.#selection(),
      () => this.#selection(),
      () => this.#alias(),
      () => this.#name(),
      () => `ROW(${this.#value()}, ${this.#value()})`,
      () => `ROW(${this.#alias()}.*)`,
      () => `(${this.#select()})`,
      () => `ARRAY(${this.#select()})`,
      () => `ARRAY[${this.#value()}]`,
      () => `CASE WHEN true THEN ${this.#value()} ELSE ${this.#value()} END`,
      () => `coalesce(${this.#value()}, ${this.#value()})`,
      () => `greatest(${this.#value()}, ${this.#value()})`,
      () => `nullif(${this.#value()}, ${this.#value()})`,
      () =>
        `${this.#one(["array_agg", "max", "min", "any_value", "mode", "to_json", "array_reverse", "lower", "unnest", "json_each", "concat"])}(${this.#value()})`,
      () => `first_value(${this.#value()}) OVER (ORDER BY ${this.#selection()})`,
      () => `(${this.#value()} || ${this.#value()})`,
      () => `jsonb_populate_record(${this.#alias()}, '{}')`,
    ];
    return this.#one(forms)();
  }

  /** A name selected from something. */
  #selection(): string {
    const [alias, field] = [this.#alias(), () => spelled(this.#name(), this.#random)];
    if (--this.#budget < 0) return `${alias}.${field()}`;
    return this.#one<() => string>([
      () => `${alias}.${field()}`,
      () => `${alias}.${field()}`,
      () => `(${alias}).${field()}`,
      () => `(${this.#name()}).${field()}`,
      () => `((${alias}.${field()})).${field()}`,
      () => `(${alias}.*).${field()}`,
      () => `(${this.#value()}).${field()}`,
      () => `(${this.#value()})[1].${field()}`,
      () => `${alias}.${field()}[1].${field()}`,
      () => `(array_agg(${alias}))[1].${field()}`,
      () => `canon.test_case.${field()}`,
      () => `(${this.#select()}).${field()}`,
    ])();
  }

  /** Names come again, or nothing would fit together. */
  #name(): string {
    const name = this.#names.length > 0 && this.#chance(0.7) ? this.#one(this.#names) : this.#one(NAMES);
    this.#names.push(name);
    return name;
  }

  #alias(): string {
    const alias = this.#aliases.length > 0 && this.#chance(0.85) ? this.#aliases.at(-1)! : this.#one(ALIASES);
    this.#aliases.push(alias);
    return alias;
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
