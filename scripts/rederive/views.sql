-- One row an execution, from the raw records alone. Nothing here uses the harness' own metrics or statistics.
CREATE TABLE cell AS
SELECT x.data ->> 'model' AS model, x.data ->> 'workflow' AS workflow, x.data ->> 'knowledge' AS knowledge,
  x.data ->> 'scenario_id' AS scenario, s.data ->> 'family' AS family, s.data ->> 'complexity' AS complexity,
  (s.data ->> 'answerable')::boolean AS answerable, s.data -> 'expected_ids' AS expected, s.data -> 'expected_entities' AS entities, s.asked,
  x.data ->> 'outcome' = 'success' AS answered, (x.data ->> 'duration_ms')::float8 AS duration_ms,
  e.data AS extraction, v.data -> 'judgement' AS judgement, c.data -> 'judgement' AS second,
  row_number() OVER () AS number
FROM raw_output x
JOIN scenario s ON s.data ->> 'id' = x.data ->> 'scenario_id'
LEFT JOIN extraction e USING (key) LEFT JOIN verdict v USING (key) LEFT JOIN calibration c USING (key);

-- The ranked list without repeats, best first.
CREATE TABLE recommended AS
SELECT number, id, expected ? id AS relevant, row_number() OVER (PARTITION BY number ORDER BY place) AS rank
FROM (
  SELECT number, expected, id, min(place) AS place
  FROM cell, jsonb_array_elements_text(extraction -> 'ranked_ids') WITH ORDINALITY AS r (id, place)
  WHERE answered GROUP BY number, expected, id
) AS distinct_ids;

CREATE TABLE ranking AS
SELECT number, ideal.relevant,
  count(id) AS listed,
  coalesce(sum(1 / log(2, rank + 1)) FILTER (WHERE recommended.relevant AND rank <= 5), 0)::float8 AS dcg5,
  coalesce(sum(1 / log(2, rank + 1)) FILTER (WHERE recommended.relevant AND rank <= 10), 0)::float8 AS dcg10,
  count(*) FILTER (WHERE recommended.relevant AND rank <= 1)::float8 AS hits1,
  count(*) FILTER (WHERE recommended.relevant AND rank <= 5)::float8 AS hits5,
  count(*) FILTER (WHERE recommended.relevant AND rank <= 10)::float8 AS hits10,
  min(rank) FILTER (WHERE recommended.relevant AND rank <= 10)::float8 AS first
FROM cell
CROSS JOIN LATERAL (SELECT jsonb_array_length(expected) AS relevant) AS ideal
LEFT JOIN recommended USING (number)
WHERE answerable GROUP BY number, ideal.relevant;

-- The functional verdict but for its entities, and the share of these; null without a trace.
CREATE TABLE functional AS
SELECT number, answered AND CASE WHEN answerable THEN named AND NOT abstained ELSE abstained END AS otherwise,
  CASE WHEN NOT answerable THEN 1 ELSE coalesce(covered, 1) END AS covered
FROM cell
CROSS JOIN LATERAL (SELECT (extraction ->> 'abstained')::boolean AS abstained, extraction ->> 'answer' AS answer) AS a
CROSS JOIN LATERAL (
  SELECT coalesce(bool_and(answer ~ ('(?<![[:alnum:]_])' || regexp_replace(id, '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]_]|[-/.][[:alnum:]])')), true) AS named
  FROM jsonb_array_elements_text(expected) AS id
) AS i
CROSS JOIN LATERAL (
  SELECT avg((strpos(lower(answer), lower(entity)) > 0)::integer)::float8 AS covered FROM jsonb_array_elements_text(entities) AS entity
) AS e
WHERE extraction IS NOT NULL;

-- Ids of an answer: whether the question names them, a result holds them, the model was shown them.
CREATE TABLE named AS
SELECT number, model, workflow, asked ? word AS asked, (extraction -> 'seen') ? word AS seen, (extraction -> 'shown') ? word AS shown
FROM cell, setting, jsonb_array_elements_text(extraction -> 'said') AS word
WHERE answered AND word ~ id_pattern;

-- A failed execution scores 0 in ranking and pass; what was blocked stays null.
CREATE TABLE score AS
SELECT cell.*,
  CASE WHEN answerable THEN dcg5 / (SELECT sum(1 / log(2, i + 1)) FROM generate_series(1, least(5, relevant)) AS i)::float8 END AS ndcg5,
  CASE WHEN answerable THEN dcg10 / (SELECT sum(1 / log(2, i + 1)) FROM generate_series(1, least(10, relevant)) AS i)::float8 END AS ndcg10,
  CASE WHEN answerable THEN coalesce(1 / first, 0) END AS mrr10,
  hits1 / relevant AS recall1, hits5 / relevant AS recall5, hits10 / relevant AS recall10, hits5 / 5 AS precision5,
  CASE WHEN listed > 0 THEN hits10 / least(10, listed) END AS labelled,
  CASE WHEN NOT answered THEN 0 ELSE (otherwise AND (NOT answerable OR covered >= entity))::integer END AS functional_pass,
  otherwise, covered, answerable AND jsonb_array_length(entities) > 0 AS asks,
  CASE WHEN NOT answered THEN 0 ELSE (judgement ->> 'status' = 'pass')::integer END AS pass,
  CASE WHEN NOT answered THEN 0 ELSE (judgement ->> 'overall_score')::float8 END AS overall_score
FROM cell LEFT JOIN ranking USING (number) LEFT JOIN functional USING (number) CROSS JOIN setting;

CREATE TABLE rating AS
SELECT number, model, workflow, knowledge, dimension, (quality ->> 'score')::float8 AS value,
  (second -> 'quality' -> dimension ->> 'score')::float8 AS second
FROM cell, jsonb_each(judgement -> 'quality') AS q (dimension, quality) WHERE answered;
