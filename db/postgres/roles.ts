/** The roles of read-only queries with the schemas they see, in search order (db/schema/006-roles.sql grants exactly these). */
export const READ_ONLY_ROLES = {
  agent_readonly: ["canon", "enrichment", "proc", "rag", "core", "kb"],
  graph_readonly: ["ag_catalog"],
} as const;
