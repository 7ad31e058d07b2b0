import { type Concept, words } from "./concept.ts";

export interface QualityArea extends Concept {
  /** Sentences that only tests of this area have. */
  remarks: readonly string[];
  /** Share of the tests. */
  weight: number;
}

export const QUALITY_AREAS: readonly QualityArea[] = [
  {
    name: "functional",
    lab: words("functional check; feature verification"),
    spec: words("conformity of behaviour"),
    plain: words("does it work at all"),
    weight: 38,
    remarks: [
      "All steps are done with one user.",
      "The sequence is compared with the golden trace.",
      "Field contents are checked one by one.",
    ],
  },
  {
    name: "robustness",
    lab: words("negative test; abuse run"),
    spec: words("tolerance of faults"),
    plain: words("can it take a beating"),
    weight: 22,
    remarks: [
      "The fault is repeated 50 times in a row.",
      "Neighbouring users must notice nothing.",
      "The fault is lifted at a random moment.",
    ],
  },
  {
    name: "capacity",
    lab: words("load run; dimensioning check"),
    spec: words("behaviour at nominal and peak volume"),
    plain: words("how much can it carry"),
    weight: 10,
    remarks: [
      "The call model is run with 1,200 users per cell.",
      "The rate is raised in steps of 10 percent up to the rated volume.",
      "CPU and memory are sampled every second.",
    ],
  },
  {
    name: "stability",
    lab: words("soak run; 72 h endurance"),
    spec: words("sustained operation without degradation"),
    plain: words("does it keep running for days"),
    weight: 7,
    remarks: [
      "The loop runs over the weekend.",
      "Memory growth must stay below 1 percent in 72 hours.",
      "No restart is allowed during the soak.",
    ],
  },
  {
    name: "interoperability",
    lab: words("IOT session; multi-vendor check"),
    spec: words("cooperation of products of different suppliers"),
    plain: words("does it get along with other brands"),
    weight: 8,
    remarks: [
      "The peer is the second supplier's release.",
      "Optional fields are toggled according to the partner's profile.",
      "Differences to the partner's log are explained.",
    ],
  },
  {
    name: "upgrade compatibility",
    lab: words("mixed-release check; N-1 pairing"),
    spec: words("coexistence of software generations"),
    plain: words("do old and new versions mix"),
    weight: 6,
    remarks: [
      "One end runs the previous release.",
      "The run is repeated after the swap of the active bank.",
      "Unknown extensions must be ignored.",
    ],
  },
  {
    name: "observability",
    lab: words("counter and trace check; KPI audit"),
    spec: words("visibility of behaviour to operation staff"),
    plain: words("can we see what happens"),
    weight: 5,
    remarks: [
      "Counters are read before and after.",
      "The trace session must show every message.",
      "KPIs are recomputed from raw events.",
    ],
  },
  {
    name: "hardening",
    lab: words("penetration check; attack surface run"),
    spec: words("resistance to deliberate misuse"),
    plain: words("can somebody break in"),
    weight: 4,
    remarks: [
      "The sender is not an authorised peer.",
      "Logs must hold no secret.",
      "Rate limits are verified from an outside address.",
    ],
  },
];

export interface Weighted {
  name: string;
  weight: number;
  /** How testers write it in a precondition. */
  phrases: readonly string[];
}

export const EXECUTION_CONTEXTS: readonly Weighted[] = [
  {
    name: "simulator",
    weight: 34,
    phrases: ["on the simulator", "with simulated users", "in the protocol sandbox"],
  },
  {
    name: "lab testbed",
    weight: 30,
    phrases: ["on the lab testbed", "on the cabled rig", "in the shielded room", "on rack 4 with real radios"],
  },
  {
    name: "cloud pipeline",
    weight: 18,
    phrases: ["in the cloud pipeline", "as a pipeline job", "on the ephemeral cluster"],
  },
  {
    name: "field trial",
    weight: 6,
    phrases: ["during the field trial", "on the drive route", "at the pilot sites"],
  },
  {
    name: "over-the-air chamber",
    weight: 6,
    phrases: ["in the over-the-air chamber", "over the air at 3.5 GHz", "with the turntable"],
  },
  {
    name: "customer acceptance",
    weight: 6,
    phrases: ["on the operator's reference plant", "with the operator present", "for customer acceptance"],
  },
];

export const DEPLOYMENTS: readonly Weighted[] = [
  { name: "standalone", weight: 40, phrases: ["SA", "option 2", "stand-alone set-up"] },
  { name: "non-standalone", weight: 15, phrases: ["NSA", "option 3x", "LTE-anchored set-up"] },
  {
    name: "split CU/DU",
    weight: 22,
    phrases: ["higher-layer split", "CU and DU on separate hosts", "F1 over midhaul"],
  },
  { name: "shared RAN", weight: 10, phrases: ["MOCN", "two PLMNs on one carrier", "two tenants"] },
  {
    name: "cloud-native core",
    weight: 13,
    phrases: ["5GC in containers", "service mesh core", "core on the platform cluster"],
  },
];

export const RELEASES: readonly Weighted[] = [
  { name: "R15", weight: 18, phrases: ["Rel-15", "15.8 baseline"] },
  { name: "R16", weight: 34, phrases: ["Rel-16", "16.4 baseline"] },
  { name: "R17", weight: 33, phrases: ["Rel-17", "17.2 baseline"] },
  { name: "R18", weight: 15, phrases: ["Rel-18", "18.1 baseline"] },
];

/** Automated suites; about a third of the tests is run by hand and has none. */
export const SUITES: readonly string[] = [
  "nightly-control",
  "nightly-user-plane",
  "weekly-regression",
  "weekend-soak",
  "smoke",
  "pre-release",
];
