import { pick, type Random } from "../../../base/random.ts";

/** A node or relationship that a query has bound. */
interface Scope {
  nodes: string[];
  relationships: string[];
}

const LABELS = ["TestCase", "Feature", "Requirement", "Message", "Protocol", "BacklogItem", "Feature|Requirement"];
const TYPES = ["CONTAINS", "REFERENCES", "COVERS_MESSAGE", "COVERS_PROTOCOL", "BELONGS_TO", "CONTAINS|REFERENCES"];
const PROPERTIES = ["id", "name", "status", "quality_area", "kind", "n", "f", "missing"];
const TEXTS = ["'TC-1'", "'F-2'", "'open'", "'QA1'", "'Feature'", "''", "'-'", "'é'", "null"];
const NUMBERS = ["0", "1", "2", "-1", "1.5", "2.0", "null"];

/** A reading query of the profile, drawn from its grammar over the labels of the contract's graph. Text of equal draws is equal. */
export function drawQuery(random: Random): string {
  const scope: Scope = { nodes: [], relationships: [] };
  const clauses = [drawMatch(random, scope, "MATCH")];
  if (random() < 0.3) clauses.push(drawMatch(random, scope, random() < 0.5 ? "OPTIONAL MATCH" : "MATCH"));
  if (random() < 0.25) return `${clauses.join(" ")} ${drawGrouping(random, scope)}`;
  return `${clauses.join(" ")} ${drawReturn(random, scope)}`;
}

function drawMatch(random: Random, scope: Scope, keyword: string): string {
  const patterns = Array.from({ length: random() < 0.15 ? 2 : 1 }, () => drawPattern(random, scope));
  const where = random() < 0.6 ? ` WHERE ${drawTest(random, scope, 2)}` : "";
  return `${keyword} ${patterns.join(", ")}${where}`;
}

function drawPattern(random: Random, scope: Scope): string {
  let text = drawNode(random, scope);
  const steps = pick(random, [0, 1, 1, 1, 2]);
  for (let step = 0; step < steps; step++) text += drawRelationship(random, scope) + drawNode(random, scope);
  return text;
}

function drawNode(random: Random, scope: Scope): string {
  if (scope.nodes.length > 0 && random() < 0.2) return `(${pick(random, scope.nodes)})`;
  const name = `n${scope.nodes.length}`;
  scope.nodes.push(name);
  const label = random() < 0.6 ? `:${pick(random, LABELS)}` : "";
  const map = random() < 0.1 ? ` {${pick(random, ["status: 'open'", "id: 'F-1'", "n: 1"])}}` : "";
  return `(${name}${label}${map})`;
}

function drawRelationship(random: Random, scope: Scope): string {
  const type = random() < 0.6 ? `:${pick(random, TYPES)}` : "";
  const range = random() < 0.2 ? pick(random, ["*1..2", "*2", "*0..1", "*1"]) : "";
  const name = range === "" ? `r${scope.relationships.length}` : "";
  if (range === "") scope.relationships.push(name);
  const [left, right] = pick(random, [
    ["-", "->"],
    ["<-", "-"],
    ["-", "-"],
  ] as const);
  return `${left}[${name}${type}${range}]${right}`;
}

function drawTest(random: Random, scope: Scope, depth: number): string {
  if (depth > 0 && random() < 0.4) {
    const [a, b] = [drawTest(random, scope, depth - 1), drawTest(random, scope, depth - 1)];
    return pick(random, [`(${a} AND ${b})`, `(${a} OR ${b})`, `(${a} XOR ${b})`, `NOT ${a}`]);
  }
  const node = pick(random, scope.nodes);
  const property = `${node}.${pick(random, PROPERTIES)}`;
  return pick(random, [
    `${property} ${pick(random, ["=", "<>", "<", "<=", ">", ">="])} ${pick(random, [...TEXTS, ...NUMBERS])}`,
    `${property} IS ${pick(random, ["", "NOT "])}NULL`,
    `${property} IN [${pick(random, TEXTS)}, ${pick(random, NUMBERS)}]`,
    `${node}.name ${pick(random, ["STARTS WITH", "ENDS WITH", "CONTAINS"])} ${pick(random, TEXTS)}`,
    `${node}.name =~ ${pick(random, ["'.*-1'", "'(?i)FEATURE.*'", "'[A-Z]\\\\w+ \\\\w+-\\\\d'", "'.*(1|2)'"])}`,
    `${node}:${pick(random, LABELS)}`,
    `(${node})${pick(random, ["-[:CONTAINS]->()", "<-[:REFERENCES]-()", "--(:Message)", "-[:CONTAINS|REFERENCES]-()"])}`,
    `EXISTS { (${node})-[:CONTAINS*1..2]->(x) WHERE x.status = 'open' }`,
    `COUNT { (${node})--() } ${pick(random, [">", "=", "<="])} ${pick(random, ["0", "1", "2"])}`,
    `${pick(random, ["any", "all", "none", "single"])}(x IN labels(${node}) WHERE x ${pick(random, ["=", "<>"])} 'Feature')`,
  ]);
}

function drawValue(random: Random, scope: Scope): string {
  const node = pick(random, scope.nodes);
  const number = `${node}.${pick(random, ["n", "f"])}`;
  const values = [
    `${node}.${pick(random, PROPERTIES)}`,
    `labels(${node})`,
    `keys(${node})`,
    node,
    `coalesce(${node}.status, ${node}.id)`,
    `size(${node}.name)`,
    `toUpper(${node}.name)`,
    `substring(${node}.name, ${pick(random, ["0", "2", "40"])}, 3)`,
    `split(${node}.id, '-')[${pick(random, ["0", "1", "-1", "5"])}]`,
    `replace(${node}.name, 'e', 'E')`,
    `${number} ${pick(random, ["+", "-", "*", "/", "%"])} ${pick(random, ["2", "3", "1.5", "-2"])}`,
    `round(${number})`,
    `abs(${number}) + ceil(${number}) - floor(${number})`,
    `toString(${node}.n)`,
    `toInteger(split(${node}.id, '-')[1])`,
    `CASE WHEN ${drawTest(random, scope, 0)} THEN 'yes' ELSE 'no' END`,
    `CASE ${node}.status WHEN 'open' THEN 1 WHEN 'done' THEN 2 END`,
    `[x IN [1, 2, 3, ${node}.n] WHERE x > ${pick(random, ["1", "2"])} | x * 2]`,
    `${node} {.id, .status, twice: ${node}.n * 2}`,
    `${node}.id + ${pick(random, ["'x'", "1", `${node}.status`])}`,
    `tail(labels(${node}))`,
    ...scope.relationships.map((name) => `type(${name})`),
    ...scope.relationships.map((name) => `${name}.from`),
  ];
  return pick(random, values);
}

function drawReturn(random: Random, scope: Scope): string {
  const values = Array.from(
    { length: pick(random, [1, 2, 3]) },
    (_none, at) => `${drawValue(random, scope)} AS c${at}`,
  );
  const distinct = random() < 0.3 ? "DISTINCT " : "";
  const order = random() < 0.3 ? " ORDER BY c0 DESC" : "";
  return `RETURN ${distinct}${values.join(", ")}${order}`;
}

function drawGrouping(random: Random, scope: Scope): string {
  const node = pick(random, scope.nodes);
  const key = pick(random, [`${node}.status`, `labels(${node})[0]`, `${node}.id`]);
  const value = `${node}.${pick(random, ["n", "f"])}`;
  const aggregate = pick(random, [
    "count(*)",
    `count(DISTINCT ${node})`,
    `sum(${value})`,
    `avg(${value})`,
    `min(${node}.name)`,
    `max(${value})`,
    `size(collect(DISTINCT ${node}.id))`,
    `size(collect(${value}))`,
  ]);
  const having = random() < 0.3 ? " WHERE a IS NOT NULL" : "";
  return `WITH ${key} AS k, ${aggregate} AS a${having} RETURN k, a${random() < 0.5 ? " ORDER BY a, k" : ""}`;
}
