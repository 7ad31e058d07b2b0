import { type Neo4jService, startNeo4j, statusNeo4j, stopNeo4j } from "./neo4j.ts";
import { postgres } from "./postgres.ts";
import type { RunningService, Service } from "./service.ts";

const neo4j: Service = {
  name: "neo4j",
  start: async ({ folder, downloads }) => describeNeo4j(await startNeo4j({ folder, cache: downloads })),
  async status({ folder }) {
    const running = await statusNeo4j(folder);
    return running && describeNeo4j(running);
  },
  stop: ({ folder }) => stopNeo4j(folder),
};

function describeNeo4j({ pid, url, user, password }: Neo4jService): RunningService {
  return {
    pid,
    description: `Neo4j on ${url}`,
    environment: { SCOPEBENCH_NEO4J_URL: url, SCOPEBENCH_NEO4J_USER: user, SCOPEBENCH_NEO4J_PASSWORD: password },
  };
}

/** The services, in the order in which they start. */
export const SERVICES: readonly Service[] = [postgres, neo4j];
