import { loadRetrievals } from "../../../agent/workflows/retrieval/own-retrievals.ts";
import type { Config } from "../../record/config/schema.ts";

/** Strategies of one's own can be loaded. */
export async function checkRetrievals({ retrievals = [] }: Config): Promise<void> {
  await loadRetrievals(retrievals);
}
