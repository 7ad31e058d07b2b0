import { COMPARISON } from "./comparison.ts";
import type { FamilyGenerator } from "./family.ts";
import { IMPACT } from "./impact.ts";
import { LOOKUP } from "./lookup.ts";
import { SEARCH } from "./search.ts";
import { TRACEABILITY } from "./traceability.ts";

/** The five families, in the order of the study. */
export const FAMILY_GENERATORS: readonly FamilyGenerator[] = [LOOKUP, SEARCH, TRACEABILITY, IMPACT, COMPARISON];
