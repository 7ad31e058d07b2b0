/** What a family's file provides, and what it gets. One family is one file in this folder; `index.ts` lists them. */
import type { Random } from "../../base/random.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Wording } from "../phrasing/registers.ts";
import type { Complexity, Family, NONEXISTENCE_KINDS } from "../set/schema.ts";
import type { Aspect } from "../truth/aspect.ts";
import type { Premise } from "../truth/premise.ts";
import type { TestSet } from "../truth/test-set.ts";

type NonexistenceKind = (typeof NONEXISTENCE_KINDS)[number];

/** What is asked about the test cases besides their ids: that has to be found, and cannot be copied from the question. */
export interface Ask {
  aspect: Aspect;
  wording: Wording;
  slots: Readonly<Record<string, string>>;
}

/** A scenario before it has a register, an id and a proven truth. */
export interface Draft {
  /** What the user says, turn by turn; the truth is that of the last turn. */
  turns: readonly Wording[];
  slots: Readonly<Record<string, string>>;
  set: TestSet;
  premises?: readonly Premise[];
  /** What the turns themselves ask about the test cases; otherwise `ask` may follow them. */
  aspects?: readonly Aspect[];
  ask?: Ask | null;
  /** The corpus' own terms for what the turns say in other words. */
  terms?: readonly string[];
  /** What the relevant test cases have in common, after "test cases are": `traced to FEA-1`. */
  finding: string;
  /** What is asked for besides and has no test cases, with the sentence that says so. */
  unsupported?: { name: string; because: string };
  traps: readonly string[];
  /** Id of an item that test cases may name in their text without being linked to it: a trap that the generator looks up. */
  textTrap?: string;
}

export interface Template {
  /** Unique within its family. */
  name: string;
  complexity: Complexity;
  kind: "answerable" | NonexistenceKind;
  multiTurn?: boolean;
  /** Null when this corpus offers nothing (more) for the template. */
  make(context: MakeContext): Draft | null;
}

export interface MakeContext {
  catalogue: Catalogue;
  random: Random;
  /** Wanted size of the relevant set; the nearest possible one is taken. */
  wanted: { low: number; high: number };
  /** False for a truth that another scenario of the set has, that holds most of the corpus, or whose start was asked about often enough. */
  isNew(set: TestSet): boolean;
}

export interface FamilyGenerator {
  family: Family;
  /** What the corpus lacks for this family, a phrase each; [] when it can be asked. */
  lacks(catalogue: Catalogue): string[];
  templates: readonly Template[];
}
