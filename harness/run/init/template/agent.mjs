// An agent of your own, as small as one can be: one search, and what it found in its order. Put yours in its place.
// It gets each question with the conversation before it, and tools over the same records as every other agent:
// `scopebench assistant tool` lists them, `scopebench assistant tool hybrid_search '{"query":"handover"}'` calls one.

const TEST_CASE = /\bTC-\d+\b/g;

export function openAgent() {
  return {
    async answer({ question }, tools) {
      const { status, text } = await tools.call("hybrid_search", { query: question, limit: 10 });
      const found = status === "success" ? [...new Set(text.match(TEST_CASE) ?? [])] : [];
      const lines = found.map((id, index) => `${index + 1}. ${id}`);
      return {
        answer: found.length > 0 ? `## Recommended\n\n${lines.join("\n")}` : "No supported recommendation.",
        ranked_ids: found,
        abstained: found.length === 0,
      };
    },
  };
}
