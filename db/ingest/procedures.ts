import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { artifactsOf, distinct, grouped, metaList, metaText } from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";

const STATUSES = ["covered", "partial", "uncovered"];

/** The Procedure Catalog: protocols, messages with their aliases and memberships, and the recorded and derived coverage. */
export async function ingestProcedures(context: IngestContext): Promise<void> {
  const memberships = linksBetween(context, { role: "membership", from: "message", to: "protocol" });
  const covered = linksBetween(context, { role: "message_coverage", from: "test_case", to: "message" });
  const recorded = linksBetween(context, { role: "protocol_coverage", from: "test_case", to: "protocol" });
  await storeProtocols(context);
  await storeMessages(context, memberships);
  await storeCoverage(context, { memberships, covered, recorded });
}

type Pair = readonly [source: string, target: string];

function linksBetween(context: IngestContext, wanted: { role: string; from: string; to: string }): Pair[] {
  const { links, byId } = context.rows;
  const fitting = links.filter(
    (link) =>
      link.role === wanted.role &&
      byId.get(link.sourceId)?.role === wanted.from &&
      byId.get(link.targetId)?.role === wanted.to,
  );
  return distinct(fitting.map((link): Pair => [link.sourceId, link.targetId]));
}

async function storeProtocols(context: IngestContext): Promise<void> {
  await bulkInsert(context.sql, {
    table: "proc.protocol",
    columns: {
      protocol_id: "text",
      interface: "text",
      name: "text",
      description: "text",
      payload_id: "integer",
      ingest_run_id: "integer",
    },
    rows: artifactsOf(context.rows, "protocol").map(({ artifact, payloadId }) => [
      artifact.id,
      metaText(artifact, "interface") ?? "",
      nameOf(artifact),
      artifact.text,
      payloadId,
      context.ingestRunId,
    ]),
  });
}

async function storeMessages(context: IngestContext, memberships: readonly Pair[]): Promise<void> {
  const { sql, ingestRunId } = context;
  const firstProtocol = new Map([...memberships].reverse());
  const messages = artifactsOf(context.rows, "message");
  await bulkInsert(sql, {
    table: "proc.message",
    columns: {
      message_id: "text",
      protocol_id: "text",
      name: "text",
      description: "text",
      coverage_status: "text",
      payload_id: "integer",
      ingest_run_id: "integer",
    },
    rows: messages.map(({ artifact, payloadId }) => {
      const status = metaText(artifact, "coverage_status") ?? "";
      const known = STATUSES.includes(status) ? status : "unknown";
      return [
        artifact.id,
        firstProtocol.get(artifact.id) ?? null,
        nameOf(artifact),
        artifact.text,
        known,
        payloadId,
        ingestRunId,
      ];
    }),
  });
  await bulkInsert(sql, {
    table: "proc.message_protocol",
    columns: { message_id: "text", protocol_id: "text" },
    rows: memberships,
  });
  await bulkInsert(sql, {
    table: "proc.message_alias",
    columns: { message_id: "text", alias: "text" },
    rows: distinct(
      messages.flatMap(({ artifact }) => metaList(artifact, "aliases").map((alias) => [artifact.id, alias] as const)),
    ),
  });
}

/** Derived protocol coverage: the protocols that the covered messages belong to, where the source does not record them itself. */
async function storeCoverage(
  context: IngestContext,
  links: { memberships: readonly Pair[]; covered: readonly Pair[]; recorded: readonly Pair[] },
): Promise<void> {
  const { sql, ingestRunId } = context;
  const columns = { test_case_id: "text", message_id: "text", ingest_run_id: "integer" };
  await bulkInsert(sql, {
    table: "proc.test_case_message",
    columns,
    rows: links.covered.map((pair) => [...pair, ingestRunId]),
    batch: 5000,
  });
  const protocolsOf = grouped(links.memberships, ([message]) => message);
  const derived = links.covered.flatMap(([test, message]) =>
    (protocolsOf.get(message) ?? []).map(([, protocol]): Pair => [test, protocol]),
  );
  const all = new Map<string, readonly unknown[]>();
  for (const pair of derived) all.set(JSON.stringify(pair), [...pair, true, ingestRunId]);
  for (const pair of links.recorded) all.set(JSON.stringify(pair), [...pair, false, ingestRunId]);
  await bulkInsert(sql, {
    table: "proc.test_case_protocol",
    columns: { test_case_id: "text", protocol_id: "text", derived: "boolean", ingest_run_id: "integer" },
    rows: [...all.values()],
    batch: 5000,
  });
}
