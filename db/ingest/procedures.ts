import { grouped } from "../../base/grouped.ts";
import {
  artifactsOf,
  distinct,
  type LinkPair,
  type MappedArtifact,
  metaList,
  metaText,
  pairsOf,
  type StreamedRows,
} from "../ports/corpus-rows.ts";
import { nameOf } from "../ports/entity-text.ts";
import type { Row } from "../ports/ports.ts";
import type { StepContext } from "./context.ts";
import type { LinkTable } from "./reconcile.ts";

export function protocolRow(artifact: MappedArtifact): Row {
  return {
    protocol_id: artifact.id,
    interface: metaText(artifact, "interface") ?? "",
    name: nameOf(artifact),
    description: artifact.text,
  };
}

export function messageRow(artifact: MappedArtifact, firstProtocol: ReadonlyMap<string, string>): Row {
  return {
    message_id: artifact.id,
    protocol_id: firstProtocol.get(artifact.id) ?? null,
    name: nameOf(artifact),
    description: artifact.text,
    coverage_status: statusOf(artifact),
  };
}

/** The first protocol of each message that belongs to one. */
export function firstProtocols(rows: StreamedRows): ReadonlyMap<string, string> {
  return new Map([...memberships(rows)].reverse());
}

/** Memberships, aliases and calls of messages, bases of protocols, and the recorded and derived coverage. */
export function procedureLinks({ rows, ingestRunId }: StepContext): LinkTable[] {
  const stamp = { ingest_run_id: ingestRunId };
  const aliases = artifactsOf(rows, "message").flatMap((artifact) =>
    metaList(artifact, "aliases").map((alias): LinkPair => [artifact.id, alias]),
  );
  const covered = pairsOf(rows, "message_coverage");
  return [
    pairs("proc.message_protocol", ["message_id", "protocol_id"], memberships(rows)),
    pairs("proc.message_alias", ["message_id", "alias"], aliases),
    pairs("proc.message_call", ["caller_id", "callee_id"], pairsOf(rows, "call")),
    pairs("proc.protocol_inheritance", ["protocol_id", "base_id"], pairsOf(rows, "inheritance")),
    { ...pairs("proc.test_case_message", ["test_case_id", "message_id"], covered), stamp },
    {
      table: "proc.test_case_protocol",
      key: ["test_case_id", "protocol_id"],
      values: ["derived"],
      rows: protocolCoverage(rows, covered),
      stamp,
    },
  ];
}

function pairs(table: string, key: readonly [string, string], list: readonly LinkPair[]): LinkTable {
  return { table, key, values: [], rows: list.map(([a, b]) => ({ [key[0]]: a, [key[1]]: b })) };
}

function memberships(rows: StreamedRows): LinkPair[] {
  return pairsOf(rows, "membership");
}

/** Derived coverage: the protocols of the covered messages, where the source does not record them itself. */
function protocolCoverage(rows: StreamedRows, covered: readonly LinkPair[]): Row[] {
  const recorded = pairsOf(rows, "protocol_coverage");
  const protocolsOf = grouped(memberships(rows), ([message]) => message);
  const derived = covered.flatMap(([test, message]) =>
    (protocolsOf.get(message) ?? []).map(([, protocol]): LinkPair => [test, protocol]),
  );
  // Distinct keeps the first, so what comes after the recorded ones is derived only.
  return distinct([...recorded, ...derived]).map(([test, protocol], at) => ({
    test_case_id: test,
    protocol_id: protocol,
    derived: at >= recorded.length,
  }));
}

function statusOf(artifact: MappedArtifact): string {
  const status = metaText(artifact, "coverage_status") ?? "";
  return ["covered", "partial", "uncovered"].includes(status) ? status : "unknown";
}
