import type { Outcome } from "./row.ts";

/** Texts in front of which a server left the model's thoughts, in any protocol, and how they are read. */
export const THOUGHTS_IN_TEXT: readonly (readonly [what: string, sent: string, Partial<Outcome>])[] = [
  ["in front of the text", "<think>\nI think.</think>\n\nHi", { text: "Hi", reasoning: "\nI think." }],
  ["by another name", "\n<Thinking>I think.</Thinking>Hi", { text: "Hi", reasoning: "I think." }],
  ["none, between their marks", "<think></think>Hi", { text: "Hi" }],
  ["begun by the template", "I think.\n</think>\n\nHi", { text: "Hi", reasoning: "I think.\n" }],
  ["an end that a text quotes", "Hi says `</think>`.", { text: "Hi says `</think>`." }],
  ["without an end", "<think>I think. Hi", { reasoning: "I think. Hi" }],
  ["Mistral's", "[THINK]I think.[/THINK]Hi", { text: "Hi", reasoning: "I think." }],
  ["Kimi's", "◁think▷I think.◁/think▷Hi", { text: "Hi", reasoning: "I think." }],
  [
    "Cohere's",
    "<|START_THINKING|>I think.<|END_THINKING|><|START_RESPONSE|>Hi<|END_RESPONSE|>",
    { text: "Hi", reasoning: "I think." },
  ],
  [
    "harmony's",
    "<|channel|>analysis<|message|>I think.<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>",
    { text: "Hi", reasoning: "I think." },
  ],
  ["harmony's, of an answer alone", "<|start|>assistant<|channel|>final<|message|>Hi", { text: "Hi" }],
  ["harmony's, without an answer", "<|channel|>analysis<|message|>I think.", { reasoning: "I think." }],
  ["harmony's, without marks", "analysisI think.assistantfinalHi", { text: "Hi", reasoning: "I think." }],
  ["a word that harmony has", "analysis of Hi, no assistantfinal", { text: "analysis of Hi, no assistantfinal" }],
  [
    "one after the other",
    "<think>I think.</think>\n<think> Twice.</thinking>Hi",
    { text: "Hi", reasoning: "I think. Twice." },
  ],
  ["further down", "Hi <think>I think.</think>", { text: "Hi <think>I think.</think>" }],
  ["another tag", "<b>Hi</b>", { text: "<b>Hi</b>" }],
];
