import { type FeatureArea, words } from "../concept.ts";

export const OPERATIONS: FeatureArea = {
  name: "operations",
  title: "operation and maintenance",
  procedures: [
    {
      name: "configuration commit",
      short: "CfgCom",
      lab: words("candidate to running push; edit-config and validate; rollback on error"),
      spec: words("transactional change of managed data; return to the previous state on a rejected change"),
      plain: words("changing the settings of a site remotely; undoing a bad settings change"),
      layer: "operations",
      routes: [
        {
          protocol: "NETCONF",
          messages: words("EDIT CONFIG; COMMIT; DISCARD CHANGES; LOCK; UNLOCK; RPC ERROR; GET CONFIG"),
        },
      ],
      parameters: words("confirmTimeout; candidateLockTtl; yangModuleRev; persistId"),
    },
    {
      name: "software upgrade",
      short: "SwUpg",
      lab: words("ISSU run; image swap with fallback; rolling pod upgrade"),
      spec: words("replacement of software in service; automatic return to the previous version"),
      plain: words(
        "putting a new version on the site without an outage; going back to the old release when it misbehaves",
      ),
      layer: "operations",
      routes: [
        { protocol: "NETCONF", messages: words("EDIT CONFIG; NOTIFICATION; HELLO") },
        { protocol: "Nnrf", messages: words("NNRF NF UPDATE; NNRF NF DEREGISTER; NNRF NF REGISTER") },
      ],
      parameters: words("fallbackTimerSw; drainWindow; bankSelect; pmUpgradeOutageMs"),
    },
    {
      name: "alarm reporting",
      short: "Alm",
      lab: words("FM raise and clear; alarm flood filter; active alarm list sync"),
      spec: words("notification of faults to the management system; correlation and clearing of faults"),
      plain: words("telling operations staff that something broke; a site that complains too much"),
      layer: "operations",
      routes: [
        { protocol: "NETCONF", messages: words("CREATE SUBSCRIPTION; NOTIFICATION; GET CONFIG; CLOSE SESSION") },
      ],
      parameters: words("alarmHoldOff; perceivedSeverityMap; pmAlarmSuppressed"),
    },
    {
      name: "clock synchronisation",
      short: "PTPsync",
      lab: words("PTP lock; holdover entry; G.8275.1 tracking"),
      spec: words("phase alignment of radio units with a common time source; bridging of outages of the source"),
      plain: words("keeping all base stations on the same time; what happens when the time signal is lost"),
      layer: "operations",
      routes: [
        { protocol: "eCPRI", messages: words("PTP SYNC; PTP DELAY REQUEST; ONE WAY DELAY MEASUREMENT") },
        { protocol: "NETCONF", messages: words("NOTIFICATION; EDIT CONFIG") },
      ],
      parameters: words("holdoverBudgetNs; bmcaPriority2; phaseErrorLimit; ptpAnnounceTimeout"),
    },
    {
      name: "fronthaul control",
      short: "FHctl",
      lab: words("C-plane section scheduling; O-RU beam table load; CUS delay window"),
      spec: words("control of remote radio units over packet transport; respect of transmission windows"),
      plain: words("steering the antenna unit over the cable; late commands to the antenna"),
      layer: "radio",
      routes: [
        {
          protocol: "eCPRI",
          messages: words(
            "SECTION TYPE 1 CONTROL; SECTION TYPE 3 CONTROL; IQ DATA; REAL TIME CONTROL DATA; BEAM WEIGHT UPDATE",
          ),
        },
        { protocol: "NETCONF", messages: words("EDIT CONFIG; RPC ERROR") },
      ],
      parameters: words("ta3Max; t2aMinUp; cPlaneLateCount; iqCompressionWidth"),
    },
    {
      name: "minimisation of drive tests",
      short: "MDT",
      lab: words("logged MDT; immediate MDT with trace; RLF report fetch"),
      spec: words("collection of radio measurements from ordinary terminals; location tagged logging"),
      plain: words("using customers' phones to map coverage; collecting measurements without test vans"),
      layer: "operations",
      routes: [
        {
          protocol: "RRC",
          messages: words("LOGGED MEASUREMENT CONFIGURATION; UE INFORMATION REQUEST; UE INFORMATION RESPONSE"),
        },
        { protocol: "NGAP", messages: words("TRACE START; INITIAL CONTEXT SETUP REQUEST") },
      ],
      parameters: words("loggingDuration; t330; traceRecordingSession; mdtAreaScope"),
    },
  ],
};
