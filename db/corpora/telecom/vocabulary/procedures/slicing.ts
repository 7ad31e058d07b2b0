import { type FeatureArea, words } from "../concept.ts";

export const SLICING: FeatureArea = {
  name: "slicing and control",
  title: "network slicing and RAN intelligence",
  procedures: [
    {
      name: "network slice selection",
      short: "NSSel",
      lab: words("S-NSSAI match; allowed NSSAI build; slice pick at registration"),
      spec: words("assignment of a subscriber to logical networks; determination of permitted slices"),
      plain: words("getting a customer onto the right virtual network; who may use which slice"),
      layer: "control",
      routes: [
        {
          protocol: "Nnssf",
          messages: words("NNSSF NS SELECTION GET; NNSSF NSSAI AVAILABILITY UPDATE; NNSSF NSSAI AVAILABILITY NOTIFY"),
        },
        {
          protocol: "5GMM",
          messages: words("REGISTRATION REQUEST; REGISTRATION ACCEPT; CONFIGURATION UPDATE COMMAND"),
        },
        { protocol: "NGAP", messages: words("INITIAL CONTEXT SETUP REQUEST; NG SETUP REQUEST") },
      ],
      parameters: words("rejectedNssaiCause; nsagPriority; mappedHplmnSst"),
    },
    {
      name: "slice admission control",
      short: "NSAC",
      lab: words("per-slice quota; RRM policy ratio; slice PRB cap"),
      spec: words("limitation of terminals and sessions per logical network; isolation between tenants"),
      plain: words("stopping one customer from eating the capacity of the others; a full slice"),
      layer: "session",
      routes: [
        { protocol: "Nsmf", messages: words("NSMF PDUSESSION CREATE SM CONTEXT; NSMF EVENT EXPOSURE NOTIFY") },
        {
          protocol: "NGAP",
          messages: words("PDU SESSION RESOURCE SETUP REQUEST; PDU SESSION RESOURCE SETUP RESPONSE"),
        },
        { protocol: "E2AP", messages: words("RIC CONTROL REQUEST; RIC CONTROL ACKNOWLEDGE") },
      ],
      parameters: words("rrmPolicyMaxRatio; nsacEarlyAvail; pmSliceReject; maxPduPerSlice"),
    },
    {
      name: "RIC subscription",
      short: "RICsub",
      lab: words("KPM stream start; xApp subscribe; report-style trigger"),
      spec: words(
        "request for periodic reports from an access node by the intelligent controller; delivery of indications",
      ),
      plain: words("an app asking the base station for live statistics; feeding the controller with data"),
      layer: "operations",
      routes: [
        {
          protocol: "E2AP",
          messages: words(
            "RIC SUBSCRIPTION REQUEST; RIC SUBSCRIPTION RESPONSE; RIC SUBSCRIPTION FAILURE; RIC INDICATION; RIC SUBSCRIPTION DELETE REQUEST",
          ),
        },
      ],
      parameters: words("ricRequestorId; granularityPeriod; eventTriggerStyle; pmIndicationLost"),
    },
    {
      name: "RIC control",
      short: "RICctl",
      lab: words("xApp steering action; E2SM-RC command; policy injection"),
      spec: words(
        "execution of decisions of the intelligent controller in the access node; arbitration of competing decisions",
      ),
      plain: words("an outside app telling the base station what to do; steering cells by software"),
      layer: "operations",
      routes: [
        {
          protocol: "E2AP",
          messages: words(
            "RIC CONTROL REQUEST; RIC CONTROL ACKNOWLEDGE; RIC CONTROL FAILURE; RIC SERVICE UPDATE; E2 SETUP REQUEST; E2 SETUP RESPONSE",
          ),
        },
      ],
      parameters: words("controlAckRequest; ricCallProcessId; rcActionGuard"),
    },
    {
      name: "function discovery",
      short: "NFDisc",
      lab: words("NRF lookup; NF profile fetch; producer pick"),
      spec: words("registration and lookup of service producers; selection by capacity and locality"),
      plain: words("core programs finding each other; how a server is chosen for a job"),
      layer: "session",
      routes: [
        {
          protocol: "Nnrf",
          messages: words(
            "NNRF NF REGISTER; NNRF NF DISCOVERY REQUEST; NNRF NF STATUS NOTIFY; NNRF ACCESS TOKEN GET; NNRF NF UPDATE",
          ),
        },
        { protocol: "Nudm", messages: words("NUDM SDM SUBSCRIBE; NUDM SDM NOTIFICATION") },
      ],
      parameters: words("nfHeartBeatTimer; validityPeriodDisc; nfPriorityTie"),
    },
  ],
};
