import type { CorpusMapping } from "../../ports/corpus.ts";

/** Roles of the synthetic corpus' types, written to its corpus.yaml. */
export const TELECOM_MAPPING: CorpusMapping = {
  name: "telecom-synthetic",
  synthetic: true,
  description:
    "Synthetic telecom corpus, generated from a seed. Every text is invented; protocol and message names are public vocabulary.",
  artifactTypes: {
    test_case: { role: "test_case" },
    feature: { role: "backlog_item", subtype: "feature" },
    requirement: { role: "backlog_item", subtype: "requirement" },
    design_document: { role: "backlog_item", subtype: "design_document" },
    specification_item: { role: "backlog_item", subtype: "specification_item" },
    change_request: { role: "backlog_item", subtype: "change_request" },
    defect: { role: "backlog_item", subtype: "defect" },
    protocol: { role: "protocol" },
    message: { role: "message" },
    knowledge: { role: "knowledge" },
  },
  linkKinds: {
    contains: { role: "containment" },
    references: { role: "reference" },
    covers_message: { role: "message_coverage" },
    covers_protocol: { role: "protocol_coverage" },
    member_of: { role: "membership" },
  },
  idPatterns: [
    { role: "test_case", pattern: "TC-\\d{5}", example: "TC-48213" },
    { role: "backlog_item", pattern: "(?:FEA|DDO|CRQ)-\\d{4}", example: "FEA-1023" },
    { role: "backlog_item", pattern: "(?:REQ|SPI|DEF)-\\d{5}", example: "REQ-20441" },
    { role: "protocol", pattern: "PRT-[A-Z0-9]+-[A-Z0-9]+", example: "PRT-N2-NGAP" },
    { role: "message", pattern: "MSG-[A-Z0-9]+-\\d{3}", example: "MSG-NGAP-014" },
    { role: "knowledge", pattern: "KB-\\d{4}", example: "KB-0007" },
  ],
};
