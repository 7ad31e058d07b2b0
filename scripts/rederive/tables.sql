-- timing_passes
SELECT coalesce(model, 'overall') AS model, verdict, count(*) AS passes,
  avg((duration_ms <= 60e3)::integer) AS within_60, avg((duration_ms <= 120e3)::integer) AS within_120,
  avg((duration_ms <= 180e3)::integer) AS within_180, avg((duration_ms <= 240e3)::integer) AS within_240,
  avg((duration_ms <= 300e3)::integer) AS within_300
FROM score CROSS JOIN LATERAL (VALUES ('functional', functional_pass), ('judge', pass)) AS v (verdict, passes)
WHERE passes = 1 GROUP BY verdict, ROLLUP (model);

-- ir_metrics
SELECT model, workflow, knowledge, count(*) AS n, avg(recall1) AS "recall@1", avg(recall5) AS "recall@5", avg(recall10) AS "recall@10",
  avg(precision5) AS "precision@5", avg(ndcg5) AS "ndcg@5", avg(ndcg10) AS "ndcg@10", avg(mrr10) AS "mrr@10", avg(labelled) AS label_coverage
FROM score WHERE answerable GROUP BY model, workflow, knowledge;

-- judge_results
SELECT model, workflow, knowledge, avg(pass) AS pass, avg(overall_score) AS overall_score, count(pass) AS n, count(*) - count(pass) AS unscored,
  (SELECT avg(value) FROM rating r WHERE dimension = 'completeness' AND (r.model, r.workflow, r.knowledge) = (s.model, s.workflow, s.knowledge)) AS completeness,
  (SELECT avg(value) FROM rating r WHERE dimension = 'relevance' AND (r.model, r.workflow, r.knowledge) = (s.model, s.workflow, s.knowledge)) AS relevance,
  (SELECT avg(value) FROM rating r WHERE dimension = 'coherence' AND (r.model, r.workflow, r.knowledge) = (s.model, s.workflow, s.knowledge)) AS coherence,
  (SELECT avg(value) FROM rating r WHERE dimension = 'evidence_grounding' AND (r.model, r.workflow, r.knowledge) = (s.model, s.workflow, s.knowledge)) AS evidence_grounding
FROM score s GROUP BY model, workflow, knowledge;

-- judge_ir_correlation
WITH judged AS (
  SELECT number, dimension AS judge, value FROM rating
  UNION ALL SELECT number, 'mean_dimension', avg(value) FROM rating GROUP BY number
  UNION ALL SELECT number, 'overall_score', overall_score FROM score WHERE answered AND jsonb_typeof(judgement) = 'object'
), paired AS (
  SELECT judge, metric, value, measured
  FROM judged JOIN score USING (number)
  CROSS JOIN LATERAL (VALUES ('ndcg@5', ndcg5), ('ndcg@10', ndcg10), ('mrr@10', mrr10), ('recall@10', recall10)) AS m (metric, measured)
  WHERE answerable
), ranked AS (
  SELECT judge, metric,
    rank() OVER (PARTITION BY judge, metric ORDER BY value) + (count(*) OVER (PARTITION BY judge, metric, value) - 1) / 2.0 AS a,
    rank() OVER (PARTITION BY judge, metric ORDER BY measured) + (count(*) OVER (PARTITION BY judge, metric, measured) - 1) / 2.0 AS b
  FROM paired
)
SELECT judge, metric, corr(a::float8, b::float8) AS rho, count(*) AS n FROM ranked GROUP BY judge, metric;

-- judge_agreement
WITH rated AS (
  SELECT number, dimension AS on, value AS a, second AS b FROM rating WHERE second IS NOT NULL
), cut AS (
  SELECT dimension || '>=' || level AS on, (value >= level)::integer AS a, (second >= level)::integer AS b
  FROM rating, (VALUES (3), (4)) AS levels (level) WHERE second IS NOT NULL
  UNION ALL
  SELECT 'status', (judgement ->> 'status' = 'pass')::integer, (second ->> 'status' = 'pass')::integer
  FROM cell WHERE jsonb_typeof(judgement) = 'object' AND jsonb_typeof(second) = 'object'
), shares AS (
  SELECT "on", avg((a = b)::integer) AS same, avg(a) * avg(b) + (1 - avg(a)) * (1 - avg(b)) AS chance, count(*) AS n FROM cut GROUP BY "on"
), scored AS (
  SELECT "on", a, b FROM rated
  UNION ALL
  SELECT 'overall_score', (judgement ->> 'overall_score')::float8, (second ->> 'overall_score')::float8
  FROM cell WHERE jsonb_typeof(judgement) = 'object' AND jsonb_typeof(second) = 'object'
  UNION ALL
  SELECT 'alignment', (judgement -> 'ground_truth' ->> 'reference_answer_alignment')::float8,
    (second -> 'ground_truth' ->> 'reference_answer_alignment')::float8
  FROM cell WHERE jsonb_typeof(judgement) = 'object' AND jsonb_typeof(second) = 'object'
), ranked AS (
  SELECT *, rank() OVER (PARTITION BY "on" ORDER BY a) + (count(*) OVER (PARTITION BY "on", a) - 1) / 2.0 AS rank_a,
    rank() OVER (PARTITION BY "on" ORDER BY b) + (count(*) OVER (PARTITION BY "on", b) - 1) / 2.0 AS rank_b
  FROM scored
), held AS ( -- How often each rating was given by either judge, and by how many up to it.
  SELECT "on", value, count(*)::float8 AS given, sum(count(*)) OVER (PARTITION BY "on" ORDER BY value)::float8 AS upto
  FROM rated, unnest(ARRAY[a, b]) AS value GROUP BY "on", value
), apart AS ( -- Krippendorff's ordinal distance of two ratings.
  SELECT x."on", x.value AS a, y.value AS b, x.given * y.given AS expected,
    (abs(y.upto - x.upto) + sign(y.value - x.value) * (x.given - y.given) / 2) ^ 2 AS distance
  FROM held x JOIN held y ON x."on" = y."on"
)
SELECT "on", 'percent_agreement' AS measure, same::float8 AS value, n FROM shares WHERE "on" = 'status'
UNION ALL SELECT "on", 'cohen_kappa', ((same - chance) / nullif(1 - chance, 0))::float8, n FROM shares
UNION ALL SELECT "on", 'pearson', corr(a, b), count(*) FROM scored GROUP BY "on"
UNION ALL SELECT "on", 'spearman', corr(rank_a::float8, rank_b::float8), count(*) FROM ranked GROUP BY "on"
UNION ALL
SELECT r."on", 'krippendorff_alpha_ordinal',
  1 - (2 * count(*) - 1) * 2 * sum(distance) / nullif((SELECT sum(expected * distance) FROM apart e WHERE e."on" = r."on"), 0), count(*)
FROM rated r JOIN apart USING ("on", a, b) GROUP BY r."on";

-- complexity_by_workflow
SELECT complexity, workflow, avg(functional_pass) AS functional_pass, avg(pass) AS pass, avg(ndcg10) AS "ndcg@10", count(functional_pass) AS n FROM score GROUP BY complexity, workflow;

-- tool_calls
WITH call AS (
  SELECT model, workflow, count(*) AS calls, count(*) FILTER (WHERE call ->> 'status' = 'success') AS success,
    count(*) FILTER (WHERE call ->> 'status' = 'error') AS errors, avg((call ->> 'status' = 'success')::integer) AS success_share
  FROM cell, jsonb_array_elements(extraction -> 'tool_calls') AS call GROUP BY model, workflow
), grounded AS (
  SELECT number, model, workflow, avg(seen::integer) FILTER (WHERE NOT asked) AS ours, avg(shown::integer) AS study FROM named GROUP BY number, model, workflow
)
SELECT model, workflow, calls, success, errors, success_share,
  avg(ours)::float8 AS grounding_coverage, avg(study)::float8 AS "grounding_coverage(view=study)", count(ours) AS n
FROM call LEFT JOIN grounded USING (model, workflow) GROUP BY model, workflow, calls, success, errors, success_share;

-- abstention
SELECT model, workflow, knowledge,
  count(*) FILTER (WHERE answered AND NOT answerable AND abstained) AS correct,
  count(*) FILTER (WHERE answered AND NOT answerable AND NOT abstained) AS missed,
  avg(abstained::integer) FILTER (WHERE answered AND NOT answerable) AS correct_rate,
  count(*) FILTER (WHERE answered AND answerable AND abstained) AS false,
  avg(abstained::integer) FILTER (WHERE answered AND answerable) AS false_rate,
  count(*) FILTER (WHERE NOT answered) AS no_answer
FROM cell CROSS JOIN LATERAL (SELECT (extraction ->> 'abstained')::boolean AS abstained) AS a GROUP BY model, workflow, knowledge;

-- effort
SELECT model, workflow, knowledge, percentile_cont(0.5) WITHIN GROUP (ORDER BY jsonb_array_length(extraction -> 'tool_calls')) AS tool_calls,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY (extraction ->> 'tokens_in')::integer) AS tokens_in,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY (extraction ->> 'tokens_out')::integer) AS tokens_out, count(extraction) AS n
FROM cell GROUP BY model, workflow, knowledge;

-- stratification
SELECT factor, level, count(DISTINCT scenario) AS scenarios, count(DISTINCT scenario) FILTER (WHERE answerable) AS answerable,
  count(*) AS executions, avg(functional_pass) AS functional_pass, avg(pass) AS pass, avg(ndcg10) AS "ndcg@10"
FROM score CROSS JOIN LATERAL (VALUES ('complexity', complexity), ('family', family)) AS f (factor, level) GROUP BY factor, level;

-- entity_threshold
WITH asked AS (
  SELECT *, judgement -> 'ground_truth' AS truth FROM score WHERE asks
), facts AS (
  SELECT asked.*, answered AND jsonb_array_length(truth -> 'expected_ids_missing') = 0
      AND (truth ->> 'reference_answer_alignment')::float8 >= alignment AS judged_otherwise,
    jsonb_array_length(truth -> 'expected_entities_found') AS found, jsonb_array_length(truth -> 'expected_entities_missing') AS missing
  FROM asked, setting
), passed AS (
  SELECT threshold,
    CASE WHEN functional_pass IS NULL THEN NULL ELSE (answered AND otherwise AND 100 * covered >= threshold - 1e-9)::integer END AS functional,
    CASE WHEN pass IS NULL THEN NULL ELSE coalesce(judged_otherwise AND 100 * found >= threshold * (found + missing), false)::integer END AS judge
  FROM facts, generate_series(50, 100, 5) AS threshold
)
SELECT threshold, sum(functional) AS passes, avg(functional)::float8 AS pass_rate, count(functional) AS n,
  sum(functional) - (SELECT sum(functional) FROM passed WHERE threshold = 80) AS delta,
  sum(judge) AS judge_passes, avg(judge)::float8 AS judge_pass_rate, count(judge) AS judge_n
FROM passed GROUP BY threshold;
