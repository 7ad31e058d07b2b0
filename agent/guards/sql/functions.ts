import { ALLOWED_FUNCTIONS, ALLOWED_OPERATORS } from "./allowed-functions.ts";

/**
 * Functions that read files, reach the network, wait, change settings or sessions, show other sessions or the installation,
 * or run text as SQL. Refused by name with their own message, and never in the list of allowed ones; what is in neither is unknown.
 */
const DENIED = [
  /^pg_(?!typeof$)/,
  /^lo_/,
  /^lo(import|export|read|write|creat|open|unlink)/,
  /^dblink/,
  /^(query|table|schema|database|cursor)_to_xml/,
  /^(set_config|current_setting|setseed)$/,
  /^(nextval|setval|currval|lastval)$/,
  /^(txid_|has_|row_security|inet_(client|server)|ts_(stat|rewrite|debug|parse|token|lexize)|brin_|gin_|binary_upgrade_|postgres_fdw|file_fdw)/,
  /^(version|current_query|current_(user|role|schemas?|catalog|database)|session_user|system_user|user|getpgusername)$/,
  /^(getdatabaseencoding|get_current_ts_config|icu_unicode_version|unicode_version)$/,
  /^(to_?reg|xml|xpath)/,
  /^(random|random_normal|clock_timestamp|timeofday|gen_random_uuid|uuidv[47])$/,
  /^(cypher|create_graph|drop_graph|load_labels_from_file|load_edges_from_file)$/,
];

/** pgvector's distances and measures, from the schema that the extension lies in. */
const VECTOR_FUNCTIONS =
  "cosine_distance l2_distance inner_product l1_distance vector_dims vector_norm l2_normalize subvector";

const ALLOWED: ReadonlySet<string> = new Set(`${ALLOWED_FUNCTIONS} ${VECTOR_FUNCTIONS}`.split(" "));

export function isDenied(name: string): boolean {
  return DENIED.some((pattern) => pattern.test(name));
}

/** What the guard makes of a function, by its lower-case name without schema. */
export function judgeFunction(name: string): "allowed" | "denied" | "unknown" {
  if (isDenied(name)) return "denied";
  return ALLOWED.has(name) ? "allowed" : "unknown";
}

/** What some syntax stands for: `LIKE` is `~~`, `IN` is `=`, BETWEEN and its like go by their words. */
const OPERATORS: ReadonlySet<string> = new Set([
  ...ALLOWED_OPERATORS.split(" "),
  ...["BETWEEN", "NOT BETWEEN", "BETWEEN SYMMETRIC", "NOT BETWEEN SYMMETRIC"],
]);

export function isAllowedOperator(name: string | null): boolean {
  return name !== null && OPERATORS.has(name);
}
