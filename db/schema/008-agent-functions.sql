-- Written by scripts/list-sql-functions.ts. Of PostgreSQL's own functions, who is no superuser may call those that the SQL
-- guard lets through by name, pg_column_size (db/postgres/capped-query.ts), int8inc (SEARCH BREADTH FIRST counts by it), and what
-- operators, casts and sorting call; but not what makes names in the catalog, or XML, of text.
DO $$
DECLARE
  listed text[] := regexp_split_to_array(btrim('
    abs acos acosd acosh age any_value array_agg array_append array_cat array_dims array_fill array_length array_lower
    array_ndims array_position array_positions array_prepend array_remove array_replace array_reverse array_sort
    array_to_json array_to_string array_to_tsvector array_upper ascii asin asind asinh atan atan2 atan2d atand atanh avg bit
    bit_and bit_count bit_length bit_or bit_xor bool bool_and bool_or bpchar btrim bytea cardinality casefold cbrt ceil
    ceiling char_length character_length chr coalesce concat concat_ws convert_from convert_to corr cos cosd cosh cot cotd
    count covar_pop covar_samp crc32 crc32c cume_dist date date_add date_bin date_part date_subtract date_trunc
    datemultirange daterange decode degrees dense_rank div encode enum_first enum_last enum_range erf erfc every exp extract
    factorial first_value float4 float8 floor format gamma gcd generate_series generate_subscripts get_bit get_byte greatest
    grouping initcap int2 int4 int4multirange int4range int8multirange int8range interval is_normalized isempty isfinite
    json_agg json_agg_strict json_array_elements json_array_elements_text json_array_length json_build_array
    json_build_object json_each json_each_text json_extract_path json_extract_path_text json_object json_object_agg
    json_object_agg_strict json_object_agg_unique json_object_agg_unique_strict json_object_keys json_populate_record
    json_populate_recordset json_strip_nulls json_to_record json_to_recordset json_to_tsvector json_typeof jsonb_agg
    jsonb_agg_strict jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object
    jsonb_concat jsonb_contains jsonb_each jsonb_each_text jsonb_exists jsonb_exists_all jsonb_exists_any jsonb_extract_path
    jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_agg_strict jsonb_object_agg_unique
    jsonb_object_agg_unique_strict jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz jsonb_path_match
    jsonb_path_match_tz jsonb_path_query jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first
    jsonb_path_query_first_tz jsonb_path_query_tz jsonb_populate_record jsonb_populate_record_valid jsonb_populate_recordset
    jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_to_tsvector jsonb_typeof
    justify_days justify_hours justify_interval lag last_value lcm lead least left length lgamma like_escape ln log log10
    lower lower_inc lower_inf lpad ltrim make_date make_interval make_time make_timestamp make_timestamptz max md5 min
    min_scale mod mode multirange normalize now nth_value ntile nullif num_nonnulls num_nulls numeric nummultirange numnode
    numrange octet_length overlaps overlay parse_ident percent_rank percentile_cont percentile_disc pg_typeof
    phraseto_tsquery pi plainto_tsquery position pow power querytree quote_ident quote_literal quote_nullable radians
    range_agg range_intersect_agg range_merge rank regexp_count regexp_instr regexp_like regexp_match regexp_matches
    regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count regr_intercept
    regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right round row_number row_to_json rpad rtrim scale
    set_bit set_byte setweight sha224 sha256 sha384 sha512 sign similar_to_escape sin sind sinh split_part sqrt starts_with
    statement_timestamp stddev stddev_pop stddev_samp string_agg string_to_array string_to_table strip strpos substr
    substring sum tan tand tanh time timestamp timestamptz timetz timezone to_ascii to_bin to_char to_date to_hex to_json
    to_jsonb to_number to_oct to_timestamp to_tsquery to_tsvector transaction_timestamp translate trim trim_array trim_scale
    trunc ts_delete ts_headline ts_rank ts_rank_cd tsmultirange tsquery_phrase tsrange tstzmultirange tstzrange
    tsvector_to_array unicode_assigned unistr unnest upper upper_inc upper_inf uuid_extract_timestamp uuid_extract_version
    var_pop var_samp varbit varchar variance websearch_to_tsquery width_bucket
    pg_column_size int8inc', E' \n'), '\s+');
  others text;
BEGIN
  SELECT string_agg(p.oid::regprocedure::text, ', ') INTO others FROM pg_proc p
  WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname <> ALL (listed)
    AND p.oid NOT IN (SELECT oprcode FROM pg_operator UNION SELECT amproc FROM pg_amproc UNION SELECT typoutput FROM pg_type
                      UNION SELECT typinput FROM pg_type WHERE typname !~ '^_?(reg|xml)' OR typname = 'regconfig'
                      UNION SELECT castfunc FROM pg_cast WHERE casttarget NOT IN ('regclass'::regtype, 'xml'::regtype));
  EXECUTE 'REVOKE EXECUTE ON ROUTINE ' || others || ' FROM PUBLIC';
END $$;

-- Names, definitions and settings of the whole database.
REVOKE SELECT ON ALL TABLES IN SCHEMA pg_catalog FROM PUBLIC;
REVOKE ALL ON SCHEMA information_schema FROM PUBLIC;
