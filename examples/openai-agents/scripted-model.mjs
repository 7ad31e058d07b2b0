// A stand-in for a language model, by the SDK's own test kit, so that the example runs without a key: it looks up what is
// linked to the ids in the question, or searches for its words, and lists the first test cases that come back.
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";

const ID = /\b(?=[\w.-]*\d)[A-Za-z]+[-_][\w.-]*\w/g;

export function makeScriptedModel(thread) {
  return new ScriptedModel([
    modelResponder(({ request }) => {
      const question = request.input.at(-1).content;
      const ids = question.match(ID) ?? [];
      const [tool, args] =
        ids.length > 0
          ? ["trace_links", { ids: ids.slice(0, 5) }]
          : ["hybrid_search", { query: question.slice(0, 400) }];
      return [functionCall(tool, args, { callId: "call-1" })];
    }),
    modelResponder(({ request }) => [assistantMessage(answerFrom(request.input.at(-1), thread))]),
  ]);
}

function answerFrom({ output }, thread) {
  const preview = previewIn(output);
  const found = (preview?.rows ?? []).map((row) => row.test_case_id ?? (row.type === "test_case" ? row.id : null));
  const ids = [...new Set(found.filter(Boolean))];
  if (ids.length === 0) return "No supported recommendation: nothing in the records fits.";
  const list = ids.slice(0, 10).map((id, index) => `${index + 1}. \`${id}\` - found in the records [S1]`);
  const link = `artifact://${encodeURIComponent(thread)}?path=${preview.result}`;
  return [
    "These are in the records.",
    "",
    "## Recommended",
    ...list,
    "",
    "## Sources",
    `- S1: [records](${link})`,
  ].join("\n");
}

/** The SDK hands the content of a result over as text in text. */
function previewIn(value) {
  if (typeof value === "string") return previewIn(JSON.parse(value));
  if (Array.isArray(value)) return previewIn(value[0]);
  return value.rows ? value : previewIn(value.text);
}
