import { afterAll, beforeAll } from "vitest";
import type { ScopeAgent } from "../../agent/contract/contract.ts";
import { openScopeAgent } from "../../agent/system.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";

/** The agent over the small corpus, opened before the tests of a file and closed after them. It keeps its state in memory. */
export function smallAgent(): { readonly substrate: Substrate; readonly system: ScopeAgent } {
  let substrate: Substrate;
  let system: ScopeAgent;
  beforeAll(async () => {
    substrate = await readSmallSubstrate();
    system = await openScopeAgent({ substrate, stateLocation: { journal: null }, environment: {} });
  });
  afterAll(async () => {
    await system?.close();
    await substrate?.close();
  });
  return {
    get substrate() {
      return substrate;
    },
    get system() {
      return system;
    },
  };
}
