"""Trains a cross-encoder from a bi-encoder's layers: train.py BI_ENCODER TARGET OPTIONS FOLDER..."""

import argparse
import json
import random
import shutil
import sys
import time
from pathlib import Path

import bm25s
import jax
import jax.numpy as jnp
import numpy as np
import onnx
import optax
from tokenizers import Tokenizer

import pairs

sys.path.append(str(Path(__file__).parent.parent / "minilm"))
import to_onnx

CLS, SEP = 101, 102
BUCKETS = (48, 64, 80, 96, 112, 128)  # tokens that pairs are padded to, each with a compiled step of its own
MOST_GROUPS = 2500  # of a collection


def load(folder, layers):
    """The encoder's weights from the ONNX file that scripts/minilm makes, with its names."""
    model = onnx.load(folder / "onnx" / "model.onnx")
    found = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    kept = {}
    for name, value in found.items():
        if name in ("word", "position", "token_type"):
            kept[f"embeddings.{name}_embeddings.weight"] = value
        elif name.startswith("embeddings.LayerNorm") or name.startswith("encoder.layer.") and int(name.split(".")[2]) < layers:
            kept[name] = value.T if value.ndim == 2 else value
    return {name: np.array(value, np.float32) for name, value in kept.items()}


def head(hidden, layers, seed):
    """What BERT has not. At first all words of the question count alike, in every layer, and the pooled [CLS] for nothing."""
    draw = np.random.default_rng(seed)
    return {
        "pooler.dense.weight": draw.normal(0, 0.02, (hidden, hidden)).astype(np.float32),
        "pooler.dense.bias": np.zeros(hidden, np.float32),
        "classifier.weight": np.zeros((1, hidden), np.float32),
        "classifier.bias": np.zeros(1, np.float32),
        "importance.weight": np.zeros((1, hidden), np.float32),
        "importance.bias": np.zeros(1, np.float32),
        "match": np.full(layers + 1, 0.12, np.float32),
    }


def normalized(w, layer, x):
    mean = x.mean(-1, keepdims=True)
    x = x - mean
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-12) * w[f"{layer}.weight"] + w[f"{layer}.bias"]


def linear(w, layer, x):
    return x @ w[f"{layer}.weight"].T + w[f"{layer}.bias"]


def score(w, words, ids, types, layers, heads):
    """
    A score for each row of ids (0 pads), of question and passage read together: what a classifier makes of [CLS], and, for the states of each layer,
    how alike (cosine) each word of the question is to the word of the passage that is most alike, by the importance of the former.
    """
    count, length = ids.shape
    seen = jnp.where(ids == 0, -1e9, 0.0)[:, None, None, :]
    x = words[ids] + w["embeddings.token_type_embeddings.weight"][types] + w["embeddings.position_embeddings.weight"][:length]
    x = normalized(w, "embeddings.LayerNorm", x)
    states = [x]
    for number in range(layers):
        layer = f"encoder.layer.{number}"
        query, key, value = (
            linear(w, f"{layer}.attention.self.{part}", x).reshape(count, length, heads, -1).transpose(0, 2, 1, 3) for part in ("query", "key", "value")
        )
        shares = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / np.sqrt(query.shape[-1]) + seen)
        context = (shares @ value).transpose(0, 2, 1, 3).reshape(count, length, -1)
        x = normalized(w, f"{layer}.attention.output.LayerNorm", x + linear(w, f"{layer}.attention.output.dense", context))
        inner = linear(w, f"{layer}.output.dense", jax.nn.gelu(linear(w, f"{layer}.intermediate.dense", x), approximate=False))
        x = normalized(w, f"{layer}.output.LayerNorm", x + inner)
        states.append(x)
    word = ids > SEP
    importance = jax.nn.softmax(linear(w, "importance", x)[..., 0] + jnp.where(word & (types == 0), 0.0, -1e9))
    outside = jnp.where(word & (types == 1), 0.0, -2.0)[:, None, :]
    total = linear(w, "classifier", jnp.tanh(linear(w, "pooler.dense", x[:, 0])))[:, 0]
    for number, state in enumerate(states):
        unit = state * jax.lax.rsqrt((state * state).sum(-1, keepdims=True))
        best = (unit @ unit.transpose(0, 2, 1) + outside).max(-1)
        total += 20 * w["match"][number] * (importance * best).sum(-1)
    return total


def pair(question, passage, most=BUCKETS[-1]):
    """As transformers.js makes it: cut at the end, the closing [SEP] too."""
    ids = [CLS, *question, SEP, *passage, SEP][:most]
    return ids, ([0] * (len(question) + 2) + [1] * (len(passage) + 1))[:most]


def encoder_of(folder):
    """Tokens of a text, neither framed nor cut."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def words_of(texts):
    return bm25s.tokenize(texts, stopwords="en", show_progress=False)


def candidates(collection, most):
    """The first `most` passages of BM25 for each question."""
    index = bm25s.BM25()
    index.index(words_of(collection.passages), show_progress=False)
    found, _ = index.retrieve(words_of([text for text, *_ in collection.questions]), k=min(most, len(collection.passages)), show_progress=False)
    return found


def examples(collections, negatives, seed):
    """Groups of a relevant passage and others, most of them BM25's; none is of a record that is held out."""
    draw = random.Random(seed)
    groups = []
    for collection, tokens, asked, near in collections:
        usable = [at for at, held in enumerate(collection.held) if not held]
        own = []
        for number, (text, relevant, held) in enumerate(collection.questions):
            right = [at for at in relevant if not collection.held[at]]
            if held or not right:
                continue
            hard = [at for at in near[number] if at not in relevant and not collection.held[at] and text not in collection.passages[at]][:20]
            wrong = draw.sample(hard, min(negatives - 1, len(hard)))
            others = draw.sample(usable, min(len(usable), negatives + len(wrong)))
            wrong += [at for at in others if at not in relevant and at not in wrong][: negatives - len(wrong)]
            if len(wrong) == negatives:
                own.append([pair(asked[number], tokens[at]) for at in [draw.choice(right), *wrong]])
        groups += draw.sample(own, min(len(own), MOST_GROUPS))
        print(f"{collection.name}: {len(own)} groups", flush=True)
    draw.shuffle(groups)
    return groups


def batches(groups, size):
    """Groups of about one length share a step, so that little is padded."""
    waiting = {}
    for group in groups:
        length = next(bucket for bucket in BUCKETS if bucket >= max(len(ids) for ids, _ in group))
        waiting.setdefault(length, []).append(group)
        if len(waiting[length]) == size:
            rows = [row for group in waiting.pop(length) for row in group]
            ids, types = np.zeros((2, len(rows), length), np.int32)
            for at, (own, kinds) in enumerate(rows):
                ids[at, : len(own)], types[at, : len(own)] = own, kinds
            yield ids, types


def train(w, words, groups, config, options):
    """The word embeddings stay as they are."""
    rated = lambda rate: optax.adamw(optax.warmup_cosine_decay_schedule(0, rate, options.steps // 20, max(1, options.steps), 0), weight_decay=0.01)
    kinds = {name: "old" if name.startswith(("embeddings", "encoder")) else "new" for name in w}
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.multi_transform({"new": rated(10 * options.rate), "old": rated(options.rate)}, kinds))
    state = optimizer.init(w)

    @jax.jit
    def step(w, state, ids, types):
        def loss(w):
            scores = score(w, words, ids, types, options.layers, config["num_attention_heads"]).reshape(-1, 1 + options.negatives)
            return -jax.nn.log_softmax(scores)[:, 0].mean(), (scores.argmax(1) == 0).mean()

        (value, right), change = jax.value_and_grad(loss, has_aux=True)(w)
        update, state = optimizer.update(change, state, w)
        return optax.apply_updates(w, update), state, value, right

    started, seen = time.time(), []
    for number, (ids, types) in enumerate(batches(groups, options.groups)):
        if number == (options.steps if options.stop is None else options.stop):
            break
        w, state, *measured = step(w, state, ids, types)
        seen.append([float(value) for value in measured])
        if number % 25 == 24:
            loss, right = np.mean(seen[-25:], 0)
            print(f"step {number + 1}: loss {loss:.3f}, right first {right:.3f}, {time.time() - started:.0f} s", flush=True)
    return {name: np.array(value) for name, value in w.items()}, len(seen)


def export(w, config, source, target):
    graph = to_onnx.Graph(w)
    states = to_onnx.encoder(graph, config)
    word = graph.add("Cast", graph.add("Greater", "input_ids", graph.whole(SEP)), to=onnx.TensorProto.FLOAT)
    passage = graph.add("Mul", word, graph.add("Cast", "token_type_ids", to=onnx.TensorProto.FLOAT))
    question = graph.add("Sub", word, passage)
    apart = graph.add("Squeeze", graph.linear(states[-1], "importance"), graph.whole(2))
    unasked = graph.add("Mul", graph.add("Sub", graph.number(1), question), graph.number(-1e9))
    importance = graph.add("Softmax", graph.add("Add", apart, unasked), axis=-1)
    outside = graph.add("Mul", graph.add("Sub", graph.number(1), graph.add("Unsqueeze", passage, graph.whole(1))), graph.number(-2))
    first = graph.add("Gather", states[-1], graph.constant("first", np.array(0, np.int64)), axis=1)
    total = graph.linear(graph.add("Tanh", graph.linear(first, "pooler.dense")), "classifier")
    for number, state in enumerate(states):
        unit = graph.add("Div", state, graph.add("ReduceL2", state, axes=[-1]))
        alike = graph.add("MatMul", unit, graph.add("Transpose", unit, perm=[0, 2, 1]))
        best = graph.add("ReduceMax", graph.add("Add", alike, outside), axes=[-1], keepdims=0)
        match = graph.add("ReduceSum", graph.add("Mul", importance, best), graph.whole(1))
        total = graph.add("Add", total, graph.add("Mul", match, graph.number(20 * w["match"][number])))
    graph.name("logits", total)
    to_onnx.save(graph, "logits", ["texts", 1], target)
    for name in to_onnx.FILES:
        shutil.copy(source / name, target)
    (target / "config.json").write_text(json.dumps(config, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--layers", type=int, default=3, help="of the bi-encoder's, from the first")
    parser.add_argument("--steps", type=int, default=520, help="after which the learning rate is 0")
    parser.add_argument("--stop", type=int, help="ends after so many of the steps")
    parser.add_argument("--groups", type=int, default=8, help="questions a step")
    parser.add_argument("--negatives", type=int, default=4, help="passages that do not answer, a question")
    parser.add_argument("--rate", type=float, default=5e-5, help="learning rate; the head's is ten times that")
    parser.add_argument("--most", type=int, default=2500, help="passages of a collection, drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    config = json.loads((options.source / "config.json").read_text(encoding="utf-8"))
    # The run time has no name for this head; to it, this is the class that has one logit.
    config |= {"architectures": ["BertForSequenceClassification"], "num_hidden_layers": options.layers, "id2label": {"0": "LABEL_0"}, "label2id": {"LABEL_0": 0}}
    encode = encoder_of(options.source)
    collections = [
        (collection, [encode(text) for text in collection.passages], [encode(text) for text, *_ in collection.questions], candidates(collection, 50))
        for folder in options.folders
        for collection in pairs.read(folder, options.most, options.seed)
    ]
    groups = examples(collections, options.negatives, options.seed)
    w = load(options.source, options.layers)
    words = w.pop("embeddings.word_embeddings.weight")
    w |= head(config["hidden_size"], options.layers, options.seed)
    w, steps = train(w, jnp.array(words), groups, config, options)
    export(w | {"embeddings.word_embeddings.weight": words}, config, options.source, options.target)
    print(f"{steps} steps, {steps * options.groups * (1 + options.negatives)} pairs")


if __name__ == "__main__":
    main()
