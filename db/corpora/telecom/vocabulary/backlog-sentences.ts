/** Sentence patterns of backlog items, filled by `fill`. One pattern of each list makes a body. */

export const ITEM_TITLES: Readonly<
  Record<
    "umbrella" | "feature" | "requirement" | "design_document" | "specification_item" | "change_request" | "defect",
    readonly string[]
  >
> = {
  umbrella: ["{Area}, programme {release}", "Evolution of {area}"],
  feature: [
    "{Procedure} on {interface}",
    "{Procedure} for {release}",
    "Support of {procedure}",
    "{Procedure}, phase {value}",
  ],
  requirement: [
    "{Procedure}: conduct on {interface}",
    "{near} and {procedure}",
    "{Procedure} under adverse conditions",
    "{Procedure}, clause {value}",
  ],
  design_document: [
    "Design of {procedure}",
    "{Procedure}: decomposition over {near} and {far}",
    "Internal states of {procedure}",
  ],
  specification_item: [
    "{message} in {procedure}",
    "{Procedure}, item {value}",
    "Use of {parameter} on {interface}",
    "{interface} conduct for {procedure}",
  ],
  change_request: [
    "Change of {procedure} for {release}",
    "Adjust {parameter} in {procedure}",
    "Clarify {message} on {interface}",
    "{Procedure}: additional branch",
  ],
  defect: [
    "{Procedure} stops after {failure}",
    "{near} misbehaves on {failure}",
    "Wrong outcome of {procedure}",
    "{Failure} leaves residue on {far}",
  ],
};

export const FEATURE_BODIES: readonly (readonly string[])[] = [
  [
    "The feature brings {procedure} to the product.",
    "Operators ask for {procedure}.",
    "This feature extends {area} by {procedure}.",
  ],
  [
    "It amounts to {again}.",
    "In the specification this is {again}.",
    "In plain words: {plain}.",
    "What customers describe as {plain}.",
  ],
  [
    "It concerns {interface} between {near} and {far}.",
    "The main change lies in {message}.",
    "A tunable, {parameter}, is introduced.",
  ],
];

export const REQUIREMENT_BODIES: { fault: readonly (readonly string[])[]; nominal: readonly (readonly string[])[] } = {
  fault: [
    [
      "In the course of {procedure}, the {near} shall cope with {failure}.",
      "On {failure}, {procedure} shall end in a defined state.",
      "The {near} shall recover from {failure} without operator action.",
    ],
    [
      "This holds for {again} over {interface}.",
      "The limit is {value} ms.",
      "The rule applies to {interface}.",
      "In plain words: {plain}.",
    ],
    ["Resources of {far} shall be returned.", "{parameter} bounds the reaction.", "Other users shall not be affected."],
  ],
  nominal: [
    [
      "The {near} shall support {procedure} towards the {far}.",
      "{Procedure} shall be completed within {value} ms.",
      "The product shall offer {procedure} on {interface}.",
    ],
    [
      "{message} shall carry all conditional content.",
      "{parameter} shall be configurable.",
      "In plain words: {plain}.",
    ],
    ["The conduct follows {release}.", "The conduct is optional before {release}.", "This realises {again}."],
  ],
};

export const DEFECT_BODIES: readonly (readonly string[])[] = [
  [
    "After {failure}, {procedure} is not finished.",
    "{Procedure} shows a wrong cause on {failure}.",
    "A customer reports trouble with {plain}.",
  ],
  ["Seen on {interface} with {release}.", "The {far} keeps resources.", "{message} is not answered."],
  ["Workaround: raise {parameter}.", "A restart of the {near} helps.", "Occurs once in {value} attempts."],
];

export const SUPPORT_BODIES: readonly (readonly string[])[] = [
  ["The text covers {procedure}.", "Describes how {near} and {far} realise {procedure}.", "Deals with {again}."],
  [
    "{message} is exchanged on {interface}.",
    "The exchange on {interface} is bounded by {parameter}.",
    "Content of {message} is listed.",
  ],
  ["Valid from {release}.", "Alternatives were weighed and dropped.", "Open point: {failure}."],
];

/** Neighbourly remarks that share words with other items. */
export const ASIDES: readonly string[] = [
  "Not in scope: {failure}.",
  "Interworking with earlier releases than {release} is kept.",
  "Charging is not affected.",
  "Documentation of {area} is to be updated.",
];
