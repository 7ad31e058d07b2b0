import { readFileSync } from "node:fs";
import { z } from "zod";
import { sha256 } from "../../base/hash.ts";

const partSchema = z.strictObject({
  asks: z.string(),
  must: z.array(z.string()).optional(),
  may: z.array(z.string()).optional(),
  number: z.number().optional(),
  gaps: z.array(z.string()).optional(),
  none: z.literal(true).optional(),
  refusal: z.string().optional(),
  derivation: z.string(),
});

const questionSchema = z.strictObject({
  id: z.string(),
  corpus: z.string(),
  kind: z.string(),
  question: z.string(),
  parts: z.array(partSchema).min(1),
  dangerous: z.string(),
});

/** What one part of a question asks for; `test/input/questions/README.md` says what each field means. */
export type TruthPart = z.infer<typeof partSchema>;
export type GradedQuestion = z.infer<typeof questionSchema>;

export const GRADES = ["right", "partly", "refused", "wrong", "dangerous"] as const;
export type Grade = (typeof GRADES)[number];

/** Grades that a person gave after reading, each of one answer: another answer to the same question has to be read anew. */
const byHandSchema = z.array(
  z.strictObject({
    id: z.string(),
    model: z.string(),
    answer: z.string(),
    grade: z.enum(GRADES),
    reason: z.string().min(1),
  }),
);
type GradeByHand = z.infer<typeof byHandSchema>[number];

export function readQuestions(path: string): GradedQuestion[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => questionSchema.parse(JSON.parse(line)));
}

export function readGrades(path: string): GradeByHand[] {
  return byHandSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}

/** What a grade given by hand names an answer by. */
export function answerHash(answer: string): string {
  return sha256(answer).slice(0, 12);
}
