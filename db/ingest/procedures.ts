import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import {
  artifactsOf,
  distinct,
  grouped,
  type MappedArtifact,
  metaList,
  metaText,
  type Pair,
  pairsBetween,
} from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";

/** The Procedure Catalog: protocols, messages with their aliases and memberships, and the recorded and derived coverage. */
export async function storeProcedures(context: IngestContext): Promise<void> {
  const memberships = pairsBetween(context.rows, { role: "membership", from: "message", to: "protocol" });
  await storeProtocols(context);
  await storeMessages(context, memberships);
  await storeCoverage(context, memberships);
}

async function storeProtocols({ sql, rows, ingestRunId }: IngestContext): Promise<void> {
  await bulkInsert(sql, {
    table: "proc.protocol",
    rows: artifactsOf(rows, "protocol").map(({ artifact, payloadId }) => ({
      protocol_id: artifact.id,
      interface: metaText(artifact, "interface") ?? "",
      name: nameOf(artifact),
      description: artifact.text,
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
    })),
  });
}

async function storeMessages({ sql, rows, ingestRunId }: IngestContext, memberships: readonly Pair[]): Promise<void> {
  const messages = artifactsOf(rows, "message");
  const firstProtocol = new Map([...memberships].reverse());
  await bulkInsert(sql, {
    table: "proc.message",
    rows: messages.map(({ artifact, payloadId }) => ({
      message_id: artifact.id,
      protocol_id: firstProtocol.get(artifact.id) ?? null,
      name: nameOf(artifact),
      description: artifact.text,
      coverage_status: statusOf(artifact),
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
    })),
  });
  const aliases = messages.flatMap(({ artifact }) =>
    metaList(artifact, "aliases").map((alias): Pair => [artifact.id, alias]),
  );
  await bulkInsert(sql, {
    table: "proc.message_protocol",
    rows: memberships.map(([message, protocol]) => ({ message_id: message, protocol_id: protocol })),
  });
  await bulkInsert(sql, {
    table: "proc.message_alias",
    rows: distinct(aliases).map(([message, alias]) => ({ message_id: message, alias })),
  });
}

function statusOf(artifact: MappedArtifact): string {
  const status = metaText(artifact, "coverage_status") ?? "";
  return ["covered", "partial", "uncovered"].includes(status) ? status : "unknown";
}

/** Derived protocol coverage: the protocols of the covered messages, where the source does not record them itself. */
async function storeCoverage({ sql, rows, ingestRunId }: IngestContext, memberships: readonly Pair[]): Promise<void> {
  const covered = pairsBetween(rows, { role: "message_coverage", from: "test_case", to: "message" });
  const recorded = pairsBetween(rows, { role: "protocol_coverage", from: "test_case", to: "protocol" });
  const protocolsOf = grouped(memberships, ([message]) => message);
  const derived = covered.flatMap(([test, message]) =>
    (protocolsOf.get(message) ?? []).map(([, protocol]): Pair => [test, protocol]),
  );
  await bulkInsert(sql, {
    table: "proc.test_case_message",
    rows: covered.map(([test, message]) => ({ test_case_id: test, message_id: message, ingest_run_id: ingestRunId })),
    batch: 5000,
  });
  await bulkInsert(sql, {
    table: "proc.test_case_protocol",
    rows: distinct([...recorded, ...derived]).map(([test, protocol], at) => ({
      test_case_id: test,
      protocol_id: protocol,
      // Distinct keeps the first, so what comes after the recorded ones is derived only.
      derived: at >= recorded.length,
      ingest_run_id: ingestRunId,
    })),
    batch: 5000,
  });
}
