"""MRR@10 on questions that are held out: measure.py BI_ENCODER CROSS_ENCODER OPTIONS FOLDER..."""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import onnxruntime

import pairs
from train import CLS, SEP, candidates, encoder_of, pair


def session(folder):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(folder / "onnx" / "model.onnx"), options)


def run(model, ids, types):
    array = lambda values: np.array([values], np.int64)
    return model.run(None, {"input_ids": array(ids), "token_type_ids": array(types), "attention_mask": array([1] * len(ids))})[0][0]


def reciprocal(order, relevant):
    return next((1 / (rank + 1) for rank, at in enumerate(order[:10]) if at in relevant), 0.0)


def interval(values, draw):
    means = [np.mean(draw.choice(values, len(values))) for _ in range(2000)]
    return [round(float(value), 3) for value in (np.mean(values), *np.percentile(means, [2.5, 97.5]))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bi", type=Path)
    parser.add_argument("cross", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=2500)
    parser.add_argument("--questions", type=int, default=20, help="of a collection, drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unseen", type=Path, nargs="*", default=[], help="folders of which no record was trained on: all their questions count")
    options = parser.parse_args()
    encode = encoder_of(options.cross)
    bi, cross = session(options.bi), session(options.cross)

    def vector(text):
        ids = [CLS, *encode(text)[:254], SEP]
        mean = run(bi, ids, [0] * len(ids)).mean(0)
        return mean / np.linalg.norm(mean)

    rows, spent, scored = {}, 0.0, 0
    for folder in [*options.folders, *options.unseen]:
        for collection in pairs.read(folder, options.most, options.seed):
            near = candidates(collection, 50)
            asked = [at for at, (_, _, held) in enumerate(collection.questions) if held or folder in options.unseen]
            asked = random.Random(options.seed).sample(asked, min(options.questions, len(asked)))
            vectors, own = {}, rows.setdefault(collection.name, [])
            for at in asked:
                text, relevant, _ = collection.questions[at]
                order = [int(passage) for passage in near[at]]
                question = vector(text)
                for passage in order:
                    if passage not in vectors:
                        vectors[passage] = vector(collection.passages[passage])
                cosines = [float(question @ vectors[passage]) for passage in order]
                tokens = encode(text)
                inputs = [pair(tokens, encode(collection.passages[passage])) for passage in order]
                started = time.time()
                scores = [float(run(cross, *row)[0]) for row in inputs]
                spent, scored = spent + time.time() - started, scored + len(inputs)
                by = lambda values: [order[i] for i in np.argsort(-np.array(values), kind="stable")]
                own.append([reciprocal(each, relevant) for each in (order, by(cosines), by(scores))])
    draw = np.random.default_rng(1)
    everything = np.array([row for own in rows.values() for row in own])
    for name, own in [*rows.items(), ("all", everything)]:
        own = np.array(own)
        if len(own):
            figures = "  ".join(f"{label} {interval(own[:, at], draw)}" for at, label in enumerate(("bm25", "bi", "cross")))
            print(f"{len(own):4} {name:48} {figures}  cross - bm25 {interval(own[:, 2] - own[:, 0], draw)}", flush=True)
    print(f"{1000 * spent / scored:.1f} ms a pair")


if __name__ == "__main__":
    main()
