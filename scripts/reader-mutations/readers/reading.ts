import { UserError } from "../../../base/user-error.ts";

/** What a reader took in and what it said, as texts. */
export interface Reading {
  /** Of records that it took, one each. */
  units: readonly string[];
  /** All that it took, the units and what else it made of the file. */
  read: string;
  said: string;
  refused: boolean;
}

/** Where an input lies: in a folder of its own, which some readers take as a whole. */
export interface InputPlace {
  folder: string;
  path: string;
}

export type MutatedReader = (place: InputPlace) => Promise<Reading>;

export function took(
  units: readonly unknown[],
  { said = "", more = "" }: { said?: unknown; more?: unknown } = {},
): Reading {
  const texts = units.map((unit) => JSON.stringify(unit));
  return {
    units: texts,
    read: `${texts.join("\n")}\n${JSON.stringify(more)}`,
    said: JSON.stringify(said),
    refused: false,
  };
}

/** Errors by which a reader refuses what it was given. */
const REFUSALS = new Set(["UserError", "SubjectFailure"]);

/** @throws what a reader throws and is no refusal */
export async function tryTo(read: () => Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error) || !REFUSALS.has(error.name)) throw error;
    const problems = error instanceof UserError ? error.problems : [];
    return { units: [], read: "", said: JSON.stringify([error.message, problems]), refused: true };
  }
}
