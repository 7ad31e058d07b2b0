import { hashOf } from "../../base/hash.ts";
import { makeCorpus } from "../../db/corpora/make-corpus.ts";
import type { Artifact, Corpus, CorpusMapping, Link } from "../../db/ports/corpus.ts";

/**
 * A small corpus with every role and every difficulty that ingest and tools must handle, for tests all over the project:
 * 28 test cases, 14 backlog items in six subtypes, 3 protocols, 9 messages, 7 knowledge entries, 2 others. Fixed content.
 *
 * - FEA-101 (handover) contains REQ-201 and REQ-202; FEA-102 (charging) contains REQ-203; FEA-103 has no children and no tests.
 * - TC-1001..TC-1024: three a topic (below), each references its requirement or feature; TC-1025 has no reference;
 *   TC-1026 names FEA-102 in its text only; TC-1027 has references that need normalising; TC-1028 has broken ones.
 * - MSG-9 (Path Switch Request) is uncovered and belongs to two protocols.
 */
export function smallCorpus(): Corpus {
  const artifacts = [...testCases(), ...backlogItems(), ...protocols(), ...messages(), ...knowledge(), ...others()];
  const links = allLinks();
  return {
    mapping: MAPPING,
    artifacts,
    links,
    hash: hashOf({ artifacts, links, mapping: MAPPING }),
    notes: ["a corpus for tests"],
  };
}

/** The small corpus after a day's work: one test case gone, another rewritten. */
export function editedCorpus(): Corpus {
  const { artifacts, links, ...rest } = smallCorpus();
  const kept = artifacts.filter(({ id }) => id !== "TC-1024");
  return makeCorpus({
    ...rest,
    artifacts: kept.map((one) => (one.id === "TC-1001" ? { ...one, text: `${one.text} Changed.` } : one)),
    links: links.filter(({ sourceId, targetId }) => ![sourceId, targetId].includes("TC-1024")),
  });
}

const MAPPING: CorpusMapping = {
  name: "small",
  synthetic: true,
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
    glossary: { role: "knowledge" },
    lab_note: { role: "other" },
  },
  linkKinds: {
    contains: { role: "containment" },
    tests: { role: "reference" },
    sends: { role: "message_coverage" },
    exercises: { role: "protocol_coverage" },
    // Recorded protocol -> message, read the other way round.
    defines: { role: "membership", inverse: true },
  },
  idPatterns: [
    { role: "test_case", pattern: "TC-\\d{4}", example: "TC-1001" },
    { role: "backlog_item", pattern: "(?:FEA|REQ|DD|SPEC|CR|DEF)-\\d{3}", example: "FEA-101" },
    { role: "message", pattern: "MSG-\\d+", example: "MSG-1" },
    { role: "protocol", pattern: "PR-[A-Z0-9]+", example: "PR-NGAP" },
  ],
};

interface Topic {
  subject: string;
  detail: string;
  reference: string;
  area: string;
  message: string | null;
}

const TOPICS: readonly Topic[] = [
  {
    subject: "inter-gNB handover",
    detail: "the user equipment moves to the target cell while a video call goes on",
    reference: "REQ-201",
    area: "mobility",
    message: "MSG-1",
  },
  {
    subject: "handover failure recovery",
    detail: "timer T304 expires and the terminal re-establishes the radio connection",
    reference: "REQ-202",
    area: "mobility",
    message: "MSG-2",
  },
  {
    subject: "online charging quota",
    detail: "the quota runs out and a new one is granted before the session is cut",
    reference: "REQ-203",
    area: "charging",
    message: "MSG-3",
  },
  {
    subject: "charging record transfer",
    detail: "records are written, closed after one hour and transferred to the billing domain",
    reference: "FEA-102",
    area: "charging",
    message: "MSG-4",
  },
  {
    subject: "initial registration",
    detail: "a subscriber attaches with a temporary identity and is authenticated (TS 33.501)",
    reference: "SPEC-401",
    area: "registration",
    message: "MSG-5",
  },
  {
    subject: "deregistration by the network",
    detail: "the subscription is withdrawn and all bearers are released",
    reference: "CR-501",
    area: "registration",
    message: "MSG-6",
  },
  {
    subject: "paging in idle mode",
    detail: "downlink data arrive for a sleeping device, which answers within one cycle",
    reference: "DD-301",
    area: "mobility",
    message: "MSG-7",
  },
  {
    subject: "memory leak after paging storms",
    detail: "ten thousand devices are paged over night and the heap stays flat",
    reference: "DEF-601",
    area: "robustness",
    message: "MSG-7",
  },
];

const VARIANTS = [
  { name: "basic flow", context: "simulator", expected: "The procedure completes without an error." },
  { name: "under load", context: "lab", expected: "Less than 0.1 % of the attempts fail." },
  { name: "with a late answer", context: "field", expected: "The procedure is repeated once and completes." },
] as const;

function testCases(): Artifact[] {
  const regular = TOPICS.flatMap((topic, t) =>
    VARIANTS.map((variant, v) => testCase(1001 + 3 * t + v, topic, variant)),
  );
  return [...regular, ...oddTestCases()];
}

function testCase(number: number, topic: Topic, variant: (typeof VARIANTS)[number]): Artifact {
  const description = `Checks ${topic.subject}, ${variant.name}: ${topic.detail}.`;
  return {
    id: `TC-${number}`,
    type: "test_case",
    title: `${topic.subject[0]!.toUpperCase()}${topic.subject.slice(1)}, ${variant.name}`,
    text: description,
    meta: {
      description,
      quality_area: topic.area,
      execution_context: variant.context,
      automated_suite: variant.context === "simulator" ? `suite_${topic.area}` : null,
      instructions: `Preconditions:\nThe network runs release 17 over IPv6.\n\nSteps:\n1. Start ${topic.subject}.\n2. Wait until ${topic.detail}.\n\nExpected result:\n${variant.expected}`,
      // The first variant of a topic has a recorded link instead.
      references: variant.name === "basic flow" ? [] : [topic.reference],
    },
  };
}

function oddTestCases(): Artifact[] {
  const plain = (id: string, title: string, text: string, references: string[]): Artifact => ({
    id,
    type: "test_case",
    title,
    text,
    meta: { references },
  });
  return [
    plain(
      "TC-1025",
      "Cell barring",
      "A barred cell is not selected.\n\n## Procedure\n1. Bar the cell.\n2. Switch the device on.",
      [],
    ),
    plain(
      "TC-1026",
      "Tariff change at midnight",
      "Written for FEA-102: the price per unit changes while a session is open.",
      [],
    ),
    plain("TC-1027", "Roaming handover", "The terminal moves into a visited network during a call.", [
      "REQ-201 (v2)",
      "fea-101 [see note]",
      "DD-301, draft only",
    ]),
    plain("TC-1028", "Emergency call", "An emergency call is set up without a subscription. O'Brien's <b>case</b>.", [
      "FEA-999",
      "REQ-201/REQ-202",
      "ask the architect",
      "TC-1001",
    ]),
  ];
}

function backlogItems(): Artifact[] {
  const item = (id: string, type: string, title: string, text: string, status: string): Artifact => ({
    id,
    type,
    title,
    text,
    meta: { status, owner: "team a" },
  });
  return [
    item(
      "FEA-101",
      "feature",
      "Mobility between radio nodes",
      "Connected devices keep their session when they change the radio node.",
      "done",
    ),
    item(
      "FEA-102",
      "feature",
      "Convergent charging",
      "Usage is charged in real time and recorded for billing.",
      "done",
    ),
    item(
      "FEA-103",
      "feature",
      "Satellite backhaul",
      "The core is reached over a satellite link with long delays.",
      "planned",
    ),
    item(
      "REQ-201",
      "requirement",
      "Handover interruption",
      "A handover interrupts user data for at most 50 ms.",
      "done",
    ),
    item(
      "REQ-202",
      "requirement",
      "Recovery from handover failure",
      "A failed handover is recovered within one second.",
      "in progress",
    ),
    item(
      "REQ-203",
      "requirement",
      "Quota management",
      "A session gets a new quota before the old one is used up.",
      "done",
    ),
    item(
      "DD-301",
      "design_document",
      "Paging strategy",
      "Paging starts in the last known cell and widens.",
      "approved",
    ),
    item("DD-302", "design_document", "Charging data model", "Fields of a charging record.", "approved"),
    item(
      "SPEC-401",
      "specification_item",
      "Registration procedure",
      "Initial registration as in TS 23.502.",
      "approved",
    ),
    item(
      "SPEC-402",
      "specification_item",
      "Service request",
      "Going from idle to connected as in TS 23.502.",
      "approved",
    ),
    item(
      "CR-501",
      "change_request",
      "Network triggered deregistration",
      "The network can withdraw a subscription at once.",
      "open",
    ),
    item("CR-502", "change_request", "Longer paging cycle", "Battery powered sensors sleep for an hour.", "open"),
    item("DEF-601", "defect", "Heap grows with paging", "After a paging storm the heap is not released.", "fixed"),
    item("DEF-602", "defect", "Wrong cause value", "Deregistration carries the cause of registration.", "open"),
  ];
}

function protocols(): Artifact[] {
  const protocol = (id: string, title: string, at: string): Artifact => ({
    id,
    type: "protocol",
    title,
    text: `${title} on ${at}.`,
    meta: { interface: at },
  });
  return [
    protocol("PR-NGAP", "NG Application Protocol", "N2"),
    protocol("PR-NAS", "Non-Access Stratum", "N1"),
    protocol("PR-GY", "Credit control", "Gy"),
  ];
}

const MESSAGES: readonly (readonly [
  id: string,
  title: string,
  aliases: string[],
  status: string,
  protocols: string[],
])[] = [
  ["MSG-1", "HandoverRequired", ["Handover Required", "HO REQ"], "covered", ["PR-NGAP"]],
  ["MSG-2", "HandoverFailure", ["Handover Failure", "HO FAIL"], "covered", ["PR-NGAP"]],
  ["MSG-3", "CreditControlRequest", ["CCR", "Credit-Control-Request"], "partial", ["PR-GY"]],
  ["MSG-4", "CreditControlAnswer", ["CCA"], "covered", ["PR-GY"]],
  ["MSG-5", "RegistrationRequest", ["Registration Request", "REG REQ"], "covered", ["PR-NAS"]],
  ["MSG-6", "DeregistrationRequest", ["DEREG REQ"], "partial", ["PR-NAS"]],
  ["MSG-7", "Paging", [], "covered", ["PR-NGAP"]],
  ["MSG-8", "ServiceRequest", ["SERV REQ"], "uncovered", ["PR-NAS"]],
  ["MSG-9", "PathSwitchRequest", ["Path Switch Request"], "uncovered", ["PR-NGAP", "PR-NAS"]],
];

function messages(): Artifact[] {
  return MESSAGES.map(([id, title, aliases, status]) => ({
    id,
    type: "message",
    title,
    text: `Message ${title}.`,
    meta: { aliases, coverage_status: status },
  }));
}

function knowledge(): Artifact[] {
  const entry = (id: string, title: string, kind: string, expansion: string, text: string): Artifact => ({
    id,
    type: "glossary",
    title,
    text,
    meta: { kind, expansion },
  });
  return [
    entry("KB-1", "HO", "abbreviation", "handover", "Change of the serving radio node in connected mode."),
    entry("KB-2", "UE", "acronym", "user equipment", "A terminal: phone, sensor or car."),
    entry("KB-3", "CCR", "acronym", "credit control request", "Asks for a quota."),
    entry("KB-4", "CDR", "acronym", "charging data record", "What billing is made from."),
    entry("KB-5", "gNB", "acronym", "next generation node B", "A radio node of the fifth generation."),
    entry("KB-6", "idle mode", "term", "", "The device is registered and has no radio connection."),
    entry(
      "KB-7",
      "regression first",
      "strategy",
      "",
      "Run tests of touched procedures before tests of touched interfaces.",
    ),
  ];
}

function others(): Artifact[] {
  return [
    {
      id: "note/lab 1",
      type: "lab_note",
      title: "Lab set-up",
      text: "Two radio nodes, one core, three terminals.",
      meta: {},
    },
    {
      id: "note/lab 2",
      type: "lab_note",
      title: "",
      text: "The charging simulator listens on the Gy interface.",
      meta: { year: 2024 },
    },
  ];
}

function allLinks(): Link[] {
  const link = (sourceId: string, targetId: string, kind: string): Link => ({ sourceId, targetId, kind });
  const parents = [
    ["FEA-101", "REQ-201"],
    ["FEA-101", "REQ-202"],
    ["FEA-102", "REQ-203"],
    ["FEA-102", "DD-302"],
    ["REQ-201", "DD-301"],
    ["SPEC-401", "SPEC-402"],
  ];
  const topics = TOPICS.flatMap(({ reference, message }, t) => [
    link(`TC-${1001 + 3 * t}`, reference, "tests"),
    ...VARIANTS.map((_variant, v) => link(`TC-${1001 + 3 * t + v}`, message!, "sends")),
  ]);
  return [
    ...parents.map(([parent, child]) => link(parent!, child!, "contains")),
    ...topics,
    ...MESSAGES.flatMap(([id, , , , protocolIds]) => protocolIds.map((protocol) => link(protocol, id, "defines"))),
    link("TC-1025", "PR-NAS", "exercises"),
    link("TC-1001", "PR-NGAP", "exercises"),
  ];
}
