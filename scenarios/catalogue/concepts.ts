import type { SqlPort } from "../../db/ports.ts";

/**
 * Things that a tester could ask about and that a corpus may well not have. A concept is used only where no text of the
 * corpus holds any of its marks, which both routes check; so the list may be as near to a corpus' field as one likes.
 */
export interface AbsentConcept {
  /** As it reads after "verify". */
  says: string;
  /** Words of which the corpus must hold none. */
  marks: readonly string[];
}

const CONCEPTS: readonly AbsentConcept[] = [
  { says: "Zigbee commissioning", marks: ["zigbee"] },
  { says: "the TETRA group call preamble", marks: ["tetra group", "group call preamble"] },
  { says: "DOCSIS upstream channel bonding", marks: ["docsis"] },
  { says: "WiMAX ranging", marks: ["wimax"] },
  { says: "Iridium satellite pass scheduling", marks: ["iridium"] },
  { says: "the LoRaWAN join procedure", marks: ["lorawan"] },
  { says: "Bluetooth pairing with a numeric passkey", marks: ["bluetooth", "passkey"] },
  { says: "DVB-T transport stream remultiplexing", marks: ["dvb-t", "remultiplex"] },
  { says: "InfiniBand subnet management", marks: ["infiniband"] },
  { says: "AppleTalk zone discovery", marks: ["appletalk"] },
  { says: "fax relay over T.38", marks: ["t.38", "fax relay"] },
  { says: "the CAN bus error-passive state", marks: ["can bus", "error-passive"] },
  { says: "ISDN supplementary services", marks: ["isdn"] },
  { says: "quantum key distribution", marks: ["quantum key"] },
  { says: "FlexRay start-up", marks: ["flexray"] },
  { says: "NFC card emulation", marks: ["nfc", "card emulation"] },
];

/** The concepts of which no text of the corpus holds a mark; `more` beside the ones here. */
export async function readAbsentConcepts(sql: SqlPort, more: readonly AbsentConcept[] = []): Promise<AbsentConcept[]> {
  const concepts = [...CONCEPTS, ...more];
  const marks = concepts.flatMap((concept) => concept.marks);
  const { rows } = await sql.query<{ mark: string }>(
    `WITH texts AS MATERIALIZED (SELECT lower(title || ' ' || body) AS text FROM rag.chunk)
     SELECT mark FROM jsonb_array_elements_text($1::jsonb) AS mark
     WHERE EXISTS (SELECT FROM texts WHERE strpos(text, mark) > 0)`,
    [JSON.stringify(marks)],
  );
  const present = new Set(rows.map(({ mark }) => mark));
  return concepts.filter((concept) => !concept.marks.some((mark) => present.has(mark)));
}
