import { UserError } from "../../base/user-error.ts";
import type { World } from "../../scenarios/worlds/world.ts";
import { serveOnBacklot } from "./on-backlot.ts";
import { serveOnDokuWiki } from "./on-dokuwiki.ts";
import { serveOnRedmine } from "./on-redmine.ts";
import { serveOnSynapse } from "./on-synapse.ts";
import type { ServedWorld } from "./served-world.ts";

/** A world on a server of this name; where it is says what `scripts/services.ts start` exports. @throws UserError where there is none */
export function serveWorld(world: World, on: string, environment: NodeJS.ProcessEnv): Promise<ServedWorld> {
  const exported = (variable: string): string => {
    const value = environment[variable];
    if (value) return value;
    throw new UserError("environment", `${variable} is not set`, {
      hint: `scripts/services.ts start ${on} exports it`,
    });
  };
  const servers: Record<string, () => Promise<ServedWorld>> = {
    backlot: () => serveOnBacklot(world, exported("SCOPEBENCH_BACKLOT")),
    dokuwiki: () => serveOnDokuWiki(world),
    redmine: () =>
      serveOnRedmine(world, { url: exported("SCOPEBENCH_REDMINE_URL"), key: exported("SCOPEBENCH_REDMINE_KEY") }),
    synapse: () =>
      serveOnSynapse(world, { url: exported("SCOPEBENCH_SYNAPSE_URL"), secret: exported("SCOPEBENCH_SYNAPSE_SECRET") }),
  };
  const serve = servers[on];
  if (serve) return serve();
  throw new UserError("usage", `no server named ${on}`, { hint: `servers: ${Object.keys(servers).join(", ")}` });
}
