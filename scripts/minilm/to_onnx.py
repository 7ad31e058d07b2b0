"""A BERT encoder's safetensors as ONNX, without torch: to_onnx.py SOURCE TARGET. Weights stay float32."""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

FILES = ("config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json")


class Graph:
    """Nodes in order; each call adds one and gives the name of its output."""

    def __init__(self, weights):
        self.weights, self.nodes, self.constants = weights, [], {}

    def constant(self, name, value):
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def number(self, value):
        return self.constant(f"number {value}", np.float32(value))

    def whole(self, *values):
        return self.constant(f"whole {values}", np.array(values, np.int64))

    def add(self, operator, *inputs, **attributes):
        output = f"{operator} {len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def name(self, name, x):
        self.nodes.append(helper.make_node("Identity", [x], [name]))

    def linear(self, x, layer):
        product = self.add("MatMul", x, self.constant(f"{layer}.weight", self.weights[f"{layer}.weight"].T))
        return self.add("Add", product, self.constant(f"{layer}.bias", self.weights[f"{layer}.bias"]))

    def normalized(self, x, layer, epsilon):
        parts = [self.constant(f"{layer}.{part}", self.weights[f"{layer}.{part}"]) for part in ("weight", "bias")]
        return self.add("LayerNormalization", x, *parts, axis=-1, epsilon=epsilon)

    def gelu(self, x):
        error = self.add("Erf", self.add("Div", x, self.number(np.sqrt(2))))
        return self.add("Mul", self.add("Mul", x, self.number(0.5)), self.add("Add", error, self.number(1)))


def encoder(graph, config):
    heads, hidden, epsilon = (config[name] for name in ("num_attention_heads", "hidden_size", "layer_norm_eps"))
    table = {name: graph.constant(name, graph.weights[f"embeddings.{name}_embeddings.weight"]) for name in ("word", "position", "token_type")}
    length = graph.add("Gather", graph.add("Shape", "input_ids"), graph.whole(1))
    words = graph.add("Gather", table["word"], "input_ids")
    types = graph.add("Gather", table["token_type"], "token_type_ids")
    places = graph.add("Slice", table["position"], graph.whole(0), length)
    x = graph.add("Add", graph.add("Add", words, types), places)
    x = graph.normalized(x, "embeddings.LayerNorm", epsilon)
    seen = graph.add("Unsqueeze", graph.add("Cast", "attention_mask", to=TensorProto.FLOAT), graph.whole(1, 2))
    unseen = graph.add("Mul", graph.add("Sub", graph.number(1), seen), graph.number(-1e9))
    states = [x]
    for number in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{number}"
        split = {
            part: graph.add("Reshape", graph.linear(x, f"{layer}.attention.self.{part}"), graph.whole(0, -1, heads, hidden // heads))
            for part in ("query", "key", "value")
        }
        query, value = (graph.add("Transpose", split[part], perm=[0, 2, 1, 3]) for part in ("query", "value"))
        key = graph.add("Transpose", split["key"], perm=[0, 2, 3, 1])
        scores = graph.add("Div", graph.add("MatMul", query, key), graph.number(np.sqrt(hidden // heads)))
        shares = graph.add("Softmax", graph.add("Add", scores, unseen), axis=-1)
        context = graph.add("Transpose", graph.add("MatMul", shares, value), perm=[0, 2, 1, 3])
        context = graph.linear(graph.add("Reshape", context, graph.whole(0, -1, hidden)), f"{layer}.attention.output.dense")
        x = graph.normalized(graph.add("Add", x, context), f"{layer}.attention.output.LayerNorm", epsilon)
        inner = graph.linear(graph.gelu(graph.linear(x, f"{layer}.intermediate.dense")), f"{layer}.output.dense")
        x = graph.normalized(graph.add("Add", x, inner), f"{layer}.output.LayerNorm", epsilon)
        states.append(x)
    return states


def save(graph, name, shape, target):
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    whole = helper.make_graph(graph.nodes, "encoder", inputs, [output], list(graph.constants.values()))
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    (target / "onnx").mkdir(parents=True)
    onnx.save(model, target / "onnx" / "model.onnx")


def main(source, target):
    config = json.loads((source / "config.json").read_text())
    weights = load_file(source / "model.safetensors")
    graph = Graph({name.removeprefix("bert."): value.astype(np.float32) for name, value in weights.items() if value.dtype.kind == "f"})
    graph.name("last_hidden_state", encoder(graph, config)[-1])
    save(graph, "last_hidden_state", ["texts", "tokens", config["hidden_size"]], target)
    for name in FILES:
        shutil.copy(source / name, target)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
