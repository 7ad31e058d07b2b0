"""Writes expected.json beside it: what scipy, hdbscan, scikit-learn and gensim make of ten data sets and 60 texts.
pip install scipy==1.17.1 hdbscan==0.8.44 scikit-learn==1.9.1 gensim==4.4.0"""
import json
import random
import warnings
from pathlib import Path

import hdbscan
import numpy as np
from gensim.corpora import Dictionary
from gensim.models import CoherenceModel
from gensim.topic_coherence.text_analysis import WordOccurrenceAccumulator
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import cdist
from sklearn.cluster import HDBSCAN
from sklearn.datasets import make_blobs, make_moons
from sklearn.metrics import silhouette_samples

warnings.filterwarnings("ignore")
rng = np.random.default_rng(41)


def sparse_texts(n, words):
    counts = rng.poisson(0.3, (n, words)) * rng.uniform(0.5, 2, (n, words))
    counts[np.arange(n), rng.integers(0, words, n)] += 1
    return counts / np.linalg.norm(counts, axis=1, keepdims=True)


blobs = lambda n, **how: make_blobs(n, random_state=7, **how)[0] + 12
twice = blobs(24, centers=3, n_features=3)
SETS = {
    "tiny": rng.uniform(1, 2, (5, 3)),
    "blobs apart": blobs(48, centers=4, n_features=3, cluster_std=0.5),
    "blobs that touch": blobs(48, centers=5, n_features=2, cluster_std=2.0),
    "one blob": blobs(40, centers=1, n_features=4),
    "uniform": rng.uniform(0, 9, (48, 2)),
    "moons": make_moons(60, noise=0.05, random_state=3)[0] + 2,
    "densities": np.vstack([rng.normal(5, s, (20, 2)) + [12 * k, 0] for k, s in enumerate((0.2, 0.8, 2.0))]),
    "equal rows": np.vstack([twice, twice[:12], twice[:6]]),
    "sparse texts": sparse_texts(40, 24),
    "noise around blobs": np.vstack([blobs(36, centers=3, n_features=2, cluster_std=0.4), rng.uniform(-4, 28, (12, 2))]),
}
LINKAGES = [("ward", "euclidean"), ("average", "euclidean"), ("average", "cosine")]
COUNTS = [2, 3, 5, 8]
DENSITIES = [
    {"minClusterSize": 5},
    {"minClusterSize": 4, "minSamples": 1},
    {"minClusterSize": 3, "minSamples": 2, "selection": "leaf"},
    {"minClusterSize": 4, "minSamples": 1, "selection": "leaf", "epsilon": 0.5},
    {"minClusterSize": 5, "epsilon": 0.8},
    {"minClusterSize": 6, "allowSingleCluster": True},
]


def trees(rows):
    for method, distance in LINKAGES:
        z = linkage(rows, method, distance)
        cuts = [fcluster(z, count, "maxclust").tolist() for count in COUNTS]
        yield {"method": method, "distance": distance, "heights": z[:, 2].tolist(), "cuts": cuts}


def densities(rows):
    for options in DENSITIES:
        samples = options.get("minSamples", options["minClusterSize"])
        chosen = {
            "cluster_selection_method": options.get("selection", "eom"),
            "cluster_selection_epsilon": float(options.get("epsilon", 0)),
            "allow_single_cluster": options.get("allowSingleCluster", False),
            "metric": "precomputed",
        }
        fit = lambda java: hdbscan.HDBSCAN(
            min_cluster_size=options["minClusterSize"] - java, min_samples=samples + java,
            algorithm="generic", match_reference_implementation=bool(java), **chosen,
        ).fit(cdist(rows, rows))
        plain = fit(0)
        weights = plain.single_linkage_tree_._linkage[:, 2]
        try:
            other = HDBSCAN(min_cluster_size=options["minClusterSize"], min_samples=min(len(rows), samples + 1),
                            algorithm="brute", **chosen).fit(cdist(rows, rows)).labels_.tolist()
        except TypeError:  # scikit-learn 1.9.1 with an epsilon that matters.
            other = None
        yield {
            "options": options, "isTied": len(set(weights)) < len(weights), "hdbscan": plain.labels_.tolist(),
            "hdbscanAsJava": fit(1).labels_.tolist(), "scikitLearn": other,
        }


class EveryWindow(WordOccurrenceAccumulator):
    """gensim 4.4 takes a word out of a window when one of its occurrences leaves at the edge, though another is still in it."""

    def _slide_window(self, window, doc_num):
        self._uniq_words[:] = False
        self._uniq_words[np.unique(window)] = True


def coherence():
    draw = random.Random(41)
    words = [f"w{i}" for i in range(30)]
    texts = [[draw.choice(words[: draw.choice((8, 30))]) for _ in range(draw.randint(1, 25))] for _ in range(60)]
    once = [list(dict.fromkeys(text)) for text in texts]  # No word twice in a text.
    topics = [draw.sample(words, draw.randint(2, 6)) for _ in range(8)]
    for kind, corpus, window in (("once", once, 10), ("once", once, 4), ("again", texts, 10), ("again", texts, 4)):
        dictionary = Dictionary(corpus)
        model = CoherenceModel(topics=topics, texts=corpus, dictionary=dictionary, coherence="c_npmi", window_size=window, processes=1)
        if kind == "again":
            ids = set(dictionary.token2id[word] for topic in topics for word in topic)
            model._accumulator = EveryWindow(ids, dictionary).accumulate(corpus, window)
        yield {"texts": corpus, "topics": topics, "window": window, "npmi": [float(v) for v in model.get_coherence_per_topic()]}


sets = []
for name, rows in SETS.items():
    rows = np.round(rows, 3)
    three = fcluster(linkage(rows, "ward"), 3, "maxclust")
    sets.append({
        "name": name, "rows": rows.tolist(), "trees": list(trees(rows)), "densities": list(densities(rows)),
        "silhouettes": {"labels": (three - 1).tolist(), "widths": silhouette_samples(cdist(rows, rows), three, metric="precomputed").tolist()},
    })
Path(__file__).with_name("expected.json").write_text(json.dumps({"counts": COUNTS, "sets": sets, "coherence": list(coherence())}) + "\n")
