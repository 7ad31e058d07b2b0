"""Reads spans in OTLP's JSON encoding as the servers of MLflow and Phoenix take them in; prints what each made of them as JSON."""
import base64
import json
import pathlib
import sys

from google.protobuf.json_format import ParseDict
from mlflow.entities.span import Span
from mlflow.tracing.otel.translation import translate_span_when_storing
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from phoenix.trace.otel import decode_otlp_span

IDS = ("traceId", "spanId", "parentSpanId")


def parsed(line: str) -> ExportTraceServiceRequest:
    """Strictly: an unknown member is an error. Ids are hex in OTLP's JSON and base64 in protobuf's."""
    value = json.loads(line)
    for resource in value["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                span.update({key: base64.b64encode(bytes.fromhex(span[key])).decode() for key in IDS if key in span})
    return ParseDict(value, ExportTraceServiceRequest())


def by_mlflow(proto) -> dict:
    span = Span.from_otel_proto(proto)
    attributes = {key: json.loads(value) for key, value in translate_span_when_storing(span)["attributes"].items()}
    usage = attributes.get("mlflow.chat.tokenUsage") or {}
    output = attributes.get("mlflow.spanOutputs")
    kind = attributes["mlflow.spanType"]
    return {
        "kind": {"CHAT_MODEL": "LLM"}.get(kind, kind),
        "conversation": attributes.get("gen_ai.conversation.id"),
        "tokens": [usage.get("input_tokens"), usage.get("output_tokens")],
        "answer": output[0]["parts"][0]["content"] if kind == "AGENT" and output else None,
        "tool": attributes.get("gen_ai.tool.name"),
        "arguments": attributes.get("mlflow.spanInputs") if kind == "TOOL" else None,
        "result": as_text(output) if kind == "TOOL" else None,
        "scores": {e.attributes["gen_ai.evaluation.name"]: e.attributes.get("gen_ai.evaluation.score.value") for e in span.events},
    }


def by_phoenix(proto) -> dict:
    span = decode_otlp_span(proto)
    attributes = span.attributes
    kind = span.span_kind.value
    counts = attributes.get("llm", {}).get("token_count", {})
    messages = attributes.get("llm", {}).get("output_messages") or []
    events = [event.attributes for event in span.events]
    return {
        "kind": kind,
        "conversation": attributes.get("session", {}).get("id"),
        "tokens": [counts.get("prompt"), counts.get("completion")],
        "answer": messages[0]["message"]["content"] if kind == "AGENT" and messages else None,
        "tool": attributes.get("tool", {}).get("name"),
        "arguments": attributes.get("tool", {}).get("parameters"),
        "result": as_text(attributes["output"]["value"]) if kind == "TOOL" else None,
        "scores": {e["gen_ai.evaluation.name"]: e.get("gen_ai.evaluation.score.value") for e in events},
    }


def as_text(value) -> str:
    """A result that is JSON comes back parsed, or written anew."""
    try:
        return json.dumps(json.loads(value) if isinstance(value, str) else value, sort_keys=True)
    except ValueError:
        return json.dumps(value)


exports = [parsed(line) for path in sys.argv[1:] for line in pathlib.Path(path).read_text().splitlines()]
spans = [span for one in exports for r in one.resource_spans for s in r.scope_spans for span in s.spans]
print(json.dumps({"mlflow": [by_mlflow(span) for span in spans], "phoenix": [by_phoenix(span) for span in spans]}))
