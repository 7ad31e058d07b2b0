import type { ArtifactRole } from "../corpus.ts";
import type { Row } from "../ports.ts";
import { backlogRow } from "./backlog.ts";
import type { CorpusRows, MappedArtifact } from "./corpus-rows.ts";
import { knowledgeRow } from "./knowledge.ts";
import { otherRow } from "./others.ts";
import { firstProtocols, messageRow, protocolRow } from "./procedures.ts";
import { testCaseRow } from "./test-cases.ts";

/** Where the canonical rows of a role lie. */
export interface EntityTable {
  role: ArtifactRole;
  table: string;
  key: string;
  /** Whether rows name payload and run themselves; raw.entity_source names them for all. */
  namesSource: boolean;
  toRow(artifact: MappedArtifact): Row;
}

/** The canonical tables, what is referred to before what refers to it. */
export function entityTables(rows: CorpusRows): readonly EntityTable[] {
  const protocols = firstProtocols(rows);
  return [
    { role: "test_case", table: "canon.test_case", key: "test_case_id", namesSource: true, toRow: testCaseRow },
    { role: "backlog_item", table: "canon.backlog_item", key: "backlog_item_id", namesSource: true, toRow: backlogRow },
    { role: "protocol", table: "proc.protocol", key: "protocol_id", namesSource: true, toRow: protocolRow },
    {
      role: "message",
      table: "proc.message",
      key: "message_id",
      namesSource: true,
      toRow: (artifact) => messageRow(artifact, protocols),
    },
    { role: "knowledge", table: "kb.entry", key: "entry_id", namesSource: false, toRow: knowledgeRow },
    { role: "other", table: "canon.other_artifact", key: "artifact_id", namesSource: true, toRow: otherRow },
  ];
}
