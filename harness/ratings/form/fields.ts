import { ALIGNMENT_WORDS, ALIGNMENTS } from "../rating.ts";

/** One question of the form, the same on the terminal and on the page. */
export interface Field {
  name: "status" | "alignment" | "completeness" | "relevance" | "coherence" | "evidence_grounding";
  question: string;
  choices: readonly { value: string; text: string }[];
}

const POINTS = ["1", "2", "3", "4", "5"].map((value) => ({
  value,
  text: { "1": "1, very poor", "5": "5, very good" }[value] ?? value,
}));

export const FIELDS: readonly Field[] = [
  {
    name: "status",
    question: "Would you let this answer pass: all that was asked for is there, and nothing contradicts the reference?",
    choices: [
      { value: "pass", text: "pass" },
      { value: "fail", text: "fail" },
    ],
  },
  {
    name: "alignment",
    question: "How far does it agree with the reference answer?",
    choices: ALIGNMENTS.map((value) => ({ value: String(value), text: `${value}, ${ALIGNMENT_WORDS[value]}` })),
  },
  { name: "completeness", question: "Completeness: does it give everything that was asked for?", choices: POINTS },
  { name: "relevance", question: "Relevance: is it what was asked for, and nothing else?", choices: POINTS },
  { name: "coherence", question: "Coherence: is it well organised, consistent and readable?", choices: POINTS },
  {
    name: "evidence_grounding",
    question: "Evidence: is each recommendation borne out by a result, and does it say where?",
    choices: POINTS,
  },
];
