/** The study's bands of alignment with the reference answer, as a person chooses among them. */
const ALIGNMENTS = [
  { value: 1, words: "all key facts, no contradiction" },
  { value: 0.8, words: "minor omissions" },
  { value: 0.5, words: "partly right" },
  { value: 0.2, words: "major gaps" },
  { value: 0, words: "wrong" },
];

/** One question of the judge's rubric, the same on the terminal, on the rating page and beside an assistant's answer. */
export interface RubricField {
  name: "status" | "alignment" | "completeness" | "relevance" | "coherence" | "evidence_grounding";
  question: string;
  /** Where there is no reference answer to read. */
  withoutReference?: string;
  choices: readonly { value: string; text: string }[];
}

const POINTS = ["1", "2", "3", "4", "5"].map((value) => ({
  value,
  text: { "1": "1, very poor", "5": "5, very good" }[value] ?? value,
}));

export const RUBRIC: readonly RubricField[] = [
  {
    name: "status",
    question: "Would you let this answer pass: all that was asked for is there, and nothing contradicts the reference?",
    withoutReference: "Would you let this answer pass: all that was asked for is there, and nothing is wrong?",
    choices: [
      { value: "pass", text: "pass" },
      { value: "fail", text: "fail" },
    ],
  },
  {
    name: "alignment",
    question: "How far does it agree with the reference answer?",
    withoutReference: "How far does it agree with what you know to be true?",
    choices: ALIGNMENTS.map(({ value, words }) => ({ value: String(value), text: `${value}, ${words}` })),
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
