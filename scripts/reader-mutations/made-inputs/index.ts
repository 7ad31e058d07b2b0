import type { BaseInput } from "../base-input.ts";
import { DOCUMENT_INPUTS } from "./documents.ts";
import { RESULT_INPUTS } from "./results.ts";
import { SETTING_INPUTS } from "./settings.ts";

/** Files that other tools write and of which none is kept as a fixture. */
export const MADE_INPUTS: readonly BaseInput[] = [...RESULT_INPUTS, ...DOCUMENT_INPUTS, ...SETTING_INPUTS];
