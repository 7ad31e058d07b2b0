import { type FeatureArea, words } from "../concept.ts";

export const SELF_ORGANISING: FeatureArea = {
  name: "self-organising network",
  title: "self-organising functions",
  procedures: [
    {
      name: "automatic neighbour relation",
      short: "ANR",
      lab: words("CGI read and add; neighbour table auto-fill; NCRT entry learning"),
      spec: words("autonomous discovery of adjacent cells; maintenance of the neighbour table without planning"),
      plain: words("base stations finding out who is next door; filling the list of neighbours by itself"),
      layer: "operations",
      routes: [
        { protocol: "RRC", messages: words("MEASUREMENT REPORT; RRC RECONFIGURATION") },
        { protocol: "XnAP", messages: words("XN SETUP REQUEST; NG-RAN NODE CONFIGURATION UPDATE") },
        { protocol: "NETCONF", messages: words("EDIT CONFIG; NOTIFICATION") },
      ],
      parameters: words("anrAgeOutDays; isRemoveAllowed; pmNcrtAdd; t321"),
    },
    {
      name: "mobility robustness optimisation",
      short: "MRO",
      lab: words("too-late HO counting; CIO auto-tuning; ping-pong damper"),
      spec: words("correction of mobility thresholds from observed failures; reduction of unnecessary relocations"),
      plain: words("stopping phones from bouncing between cells; tuning when phones change cell"),
      layer: "operations",
      routes: [
        {
          protocol: "XnAP",
          messages: words(
            "HANDOVER REPORT; FAILURE INDICATION; MOBILITY CHANGE REQUEST; ACCESS AND MOBILITY INDICATION",
          ),
        },
        { protocol: "RRC", messages: words("UE INFORMATION REQUEST; UE INFORMATION RESPONSE") },
      ],
      parameters: words("cellIndividualOffset; tooEarlyWindow; pmHoPingPong; storeUeCtxtTimer"),
    },
    {
      name: "mobility load balancing",
      short: "MLB",
      lab: words("PRB-based offload; load swap between layers; IFLB push"),
      spec: words("distribution of traffic over cells by exchanged resource status; relief of loaded carriers"),
      plain: words("spreading users over the cells; moving people away from a busy site"),
      layer: "operations",
      routes: [
        {
          protocol: "XnAP",
          messages: words("RESOURCE STATUS REQUEST; RESOURCE STATUS UPDATE; MOBILITY CHANGE REQUEST"),
        },
        { protocol: "E2AP", messages: words("RIC CONTROL REQUEST; RIC INDICATION") },
      ],
      parameters: words("compositeAvailCapacity; lbTriggerPrb; offloadMaxUes"),
    },
    {
      name: "cell energy saving",
      short: "ESav",
      lab: words("night-time booster off; MIMO branch sleep; dormant cell"),
      spec: words("deactivation of capacity cells at low load; coordinated wake-up of sleeping carriers"),
      plain: words("switching cells off at night to save power; waking a cell up again when it is needed"),
      layer: "operations",
      routes: [
        {
          protocol: "XnAP",
          messages: words("CELL ACTIVATION REQUEST; CELL ACTIVATION RESPONSE; NG-RAN NODE CONFIGURATION UPDATE"),
        },
        { protocol: "F1AP", messages: words("GNB-CU CONFIGURATION UPDATE; GNB-DU CONFIGURATION UPDATE") },
        { protocol: "NETCONF", messages: words("EDIT CONFIG; COMMIT") },
      ],
      parameters: words("esLowLoadPrb; esWakeLeadTime; pmCellSleepSeconds; deactivationIndication"),
    },
    {
      name: "cell identity conflict resolution",
      short: "PCIres",
      lab: words("PCI clash clean-up; collision and confusion check; PCI swap run"),
      spec: words("detection of ambiguous physical cell identities; reassignment of identifiers among neighbours"),
      plain: words("two cells that look the same to a phone; sorting out duplicate cell numbers"),
      layer: "operations",
      routes: [
        { protocol: "NETCONF", messages: words("EDIT CONFIG; COMMIT; NOTIFICATION; GET CONFIG") },
        { protocol: "F1AP", messages: words("GNB-CU CONFIGURATION UPDATE; F1 SETUP REQUEST") },
      ],
      parameters: words("pciCandidateSet; pciConfusionScore; nrcgiReadRetry"),
    },
  ],
};
