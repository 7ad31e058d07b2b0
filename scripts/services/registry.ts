import { backlot } from "./backlot.ts";
import { dokuwiki } from "./dokuwiki.ts";
import { neo4j } from "./neo4j.ts";
import { postgres } from "./postgres.ts";
import { redmine } from "./redmine.ts";
import type { Service } from "./service.ts";
import { synapse } from "./synapse.ts";

/** The services, in the order in which they start. */
export const SERVICES: readonly Service[] = [postgres, neo4j, backlot, dokuwiki, redmine, synapse];
