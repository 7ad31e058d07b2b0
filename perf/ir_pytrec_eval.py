"""One timed pytrec_eval evaluation, parsing included, for perf/ir.ts. Arguments: qrels, run."""
import json
import resource
import sys
import time

import pytrec_eval

NAMES = {
    "map": "map", "rprec": "Rprec", "bpref": "bpref", "mrr": "recip_rank", "ndcg@10": "ndcg_cut_10",
    "precision@5": "P_5", "recall@10": "recall_10", "success@10": "success_10",
}
MEASURES = {"map", "Rprec", "bpref", "recip_rank", "ndcg_cut.10", "P.5", "recall.10", "success.10"}

cpu_start = time.process_time()
start = time.perf_counter()
with open(sys.argv[1]) as file:
    qrels = pytrec_eval.parse_qrel(file)
with open(sys.argv[2]) as file:
    run = pytrec_eval.parse_run(file)
results = pytrec_eval.RelevanceEvaluator(qrels, MEASURES).evaluate(run)
means = {ours: sum(q[theirs] for q in results.values()) / len(results) for ours, theirs in NAMES.items()}
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "cpuSeconds": time.process_time() - cpu_start, "peakMb": peak, "means": means}))
