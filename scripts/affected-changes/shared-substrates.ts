import { openScopeAgent } from "../../agent/system.ts";
import { hashOf } from "../../base/hash.ts";
import type { Services } from "../../harness/dag/services.ts";
import { openServices } from "../../harness/run/stages/open-services.ts";

export interface SharedSubstrates {
  open: typeof openServices;
  close(): Promise<void>;
}

/** Opens a corpus' databases once for all runs over it, and for each run an agent that keeps its state in memory. */
export function sharedSubstrates(): SharedSubstrates {
  const owners = new Map<string, Services>();
  const open: typeof openServices = (needs) => {
    const services = openServices(needs);
    const corpus = hashOf(needs.config.corpus);
    const owner = owners.get(corpus) ?? services;
    owners.set(corpus, owner);
    let agent: ReturnType<typeof openScopeAgent> | undefined;
    return {
      ...services,
      substrate: owner.substrate,
      system: () => {
        const { environment } = needs.effects;
        agent ??= openScopeAgent({ substrate: owner.substrate(), stateLocation: { journal: null }, environment });
        return agent;
      },
      close: async () => (await agent)?.close(),
    };
  };
  return { open, close: async () => void (await Promise.all([...owners.values()].map((owner) => owner.close()))) };
}
