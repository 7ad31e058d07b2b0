"""Reads exports of a run with the tools that they are meant for; prints what they found as JSON."""
import json
import sys

import duckdb
from inspect_ai.log import list_eval_logs, read_eval_log

inspect_folder, executions, scores = sys.argv[1:]
logs = [read_eval_log(log) for log in list_eval_logs(inspect_folder)]
print(
    json.dumps(
        {
            "logs": {
                log.eval.task: {
                    "status": log.status,
                    "samples": len(log.samples),
                    "ndcg": next(s for s in log.results.scores if s.name == "ndcg@10").metrics["mean"].value,
                    "ofSamples": [s.scores["ndcg@10"].value for s in log.samples if "ndcg@10" in s.scores],
                    "calls": sum(len(m.tool_calls or []) for s in log.samples for m in s.messages if m.role == "assistant"),
                }
                for log in logs
            },
            "executions": duckdb.sql(f"SELECT model, count(*), avg(\"ndcg@10\") FROM '{executions}' GROUP BY model").fetchall(),
            "unscored": duckdb.sql(f"SELECT count(*) FROM '{scores}' WHERE value IS NULL AND reason IS NOT NULL").fetchall()[0][0],
            "silent": duckdb.sql(f"SELECT count(*) FROM '{scores}' WHERE value IS NULL AND reason IS NULL").fetchall()[0][0],
        }
    )
)
