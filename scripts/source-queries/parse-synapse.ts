/** What Synapse 1.163 reads in a search (`_tokenize_query` in `synapse/storage/databases/main/search.py`), by a reader that shares nothing with the writer. */
export type SynapseTerm = { type: "phrase"; words: string[] } | { type: "word"; text: string } | { type: "or" | "not" };

const STOP_WORDS = "the a you me and but".split(" ");

export function parseSynapse(query: string): SynapseTerm[] {
  return query.split('"').flatMap((part, at): SynapseTerm[] => {
    const words = synapseWords(part);
    if (at % 2 === 1) return [{ type: "phrase", words: words.filter((word) => !STOP_WORDS.includes(word)) }];
    return words.flatMap(termsOf);
  });
}

/** Python's `[\w\-]+`: no marks. */
function synapseWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_-]+/gu) ?? [];
}

function termsOf(word: string): SynapseTerm[] {
  if (word.startsWith("-")) return [{ type: "not" }, ...(word === "-" ? [] : termsOf(word.slice(1)))];
  if (word.toLowerCase() === "or") return [{ type: "or" }];
  return STOP_WORDS.includes(word) ? [] : [{ type: "word", text: word }];
}
