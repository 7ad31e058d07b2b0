/**
 * Functions that read files, reach the network, wait, change settings or sessions, show other sessions, or run text as SQL.
 * Refused by name with their own message; what is neither here nor allowed below is refused as unknown.
 */
const DENIED = [
  /^pg_(?!typeof$)/,
  /^lo_/,
  /^lo(import|export|read|write)$/,
  /^dblink/,
  /^(query|table|schema|database|cursor)_to_xml/,
  /^(set_config|current_setting)$/,
  /^(nextval|setval|currval|lastval)$/,
  /^(txid_|has_|inet_|ts_stat|brin_|gin_|binary_upgrade_|postgres_fdw|file_fdw)/,
  /^(version|current_query|getpgusername|row_security_active)$/,
  /^(cypher|create_graph|drop_graph|load_labels_from_file|load_edges_from_file)$/,
];

const AGGREGATES =
  "count sum avg min max string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every any_value " +
  "stddev stddev_pop stddev_samp variance var_pop var_samp corr mode percentile_cont percentile_disc bit_and bit_or grouping";
const WINDOW = "row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value";
const TEXT =
  "lower upper initcap length char_length character_length octet_length btrim ltrim rtrim trim substr substring left right position strpos " +
  "replace translate concat concat_ws split_part string_to_array string_to_table reverse starts_with format ascii chr md5 lpad rpad " +
  "regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_count regexp_instr regexp_like " +
  "regexp_substr similar_to_escape like_escape overlay quote_literal quote_ident normalize casefold unistr";
const NUMBERS =
  "abs ceil ceiling floor round trunc sqrt cbrt power pow exp ln log log10 mod div sign greatest least width_bucket gcd lcm degrees radians pi";
const COLLECTIONS =
  "unnest array_length array_ndims array_position array_positions array_append array_prepend array_cat array_remove array_replace " +
  "array_to_string array_lower array_upper array_sort array_reverse cardinality generate_series generate_subscripts num_nulls num_nonnulls " +
  "json_array_length jsonb_array_length json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text " +
  "json_each jsonb_each json_each_text jsonb_each_text json_object_keys jsonb_object_keys json_extract_path jsonb_extract_path " +
  "json_extract_path_text jsonb_extract_path_text json_typeof jsonb_typeof json_build_object jsonb_build_object json_build_array " +
  "jsonb_build_array to_json to_jsonb row_to_json array_to_json jsonb_pretty jsonb_path_query jsonb_path_query_array " +
  "jsonb_path_query_first jsonb_path_exists jsonb_path_match jsonb_strip_nulls jsonb_set jsonb_concat jsonb_contains";
const TIME =
  "now age date_part date_trunc extract to_char to_date to_timestamp to_number make_date make_interval date_bin timezone overlaps isfinite justify_days";
const SEARCH =
  "to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline setweight numnode strip tsvector_to_array " +
  "cosine_distance l2_distance inner_product l1_distance vector_dims vector_norm similarity word_similarity levenshtein";
const OTHER = "coalesce nullif pg_typeof";

const ALLOWED: ReadonlySet<string> = new Set(
  [AGGREGATES, WINDOW, TEXT, NUMBERS, COLLECTIONS, TIME, SEARCH, OTHER].flatMap((group) => group.split(" ")),
);

/** `row.function` calls a function too, without looking like a call. */
export function isFunctionInDisguise(field: string): boolean {
  return /^(pg_|lo_|dblink|query_to_xml|table_to_xml)/.test(field);
}

/** What the guard makes of a function, by its lower-case name without schema. */
export function judgeFunction(name: string): "allowed" | "denied" | "unknown" {
  if (DENIED.some((pattern) => pattern.test(name))) return "denied";
  return ALLOWED.has(name) ? "allowed" : "unknown";
}
