import { type FeatureArea, words } from "../concept.ts";

export const CONNECTION: FeatureArea = {
  name: "connection",
  title: "radio connection control",
  procedures: [
    {
      name: "RRC connection setup",
      short: "RRCset",
      lab: words("idle to connected transition; MSG3 access; SRB1 bring-up"),
      spec: words("establishment of the signalling connection over the air; transition out of idle state"),
      plain: words("a phone getting its first contact with the cell; waking up and asking for a radio link"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("RRC SETUP REQUEST; RRC SETUP; RRC SETUP COMPLETE; RRC REJECT") },
        { protocol: "F1AP", messages: words("INITIAL UL RRC MESSAGE TRANSFER; DL RRC MESSAGE TRANSFER") },
        {
          protocol: "NGAP",
          messages: words("INITIAL UE MESSAGE; INITIAL CONTEXT SETUP REQUEST; INITIAL CONTEXT SETUP RESPONSE"),
        },
      ],
      parameters: words("t300; connEstFailCount; waitTimeReject; pmRrcEstabAttMoData"),
    },
    {
      name: "RRC re-establishment",
      short: "RRE",
      lab: words("reestab after RLF; link recovery on another cell; SRB1 re-run"),
      spec: words(
        "recovery of a lost signalling connection; continuation of a context after interruption over the air",
      ),
      plain: words("a phone finding its way back after losing the signal; reconnecting after a dropped link"),
      layer: "radio",
      routes: [
        {
          protocol: "RRC",
          messages: words("RRC REESTABLISHMENT REQUEST; RRC REESTABLISHMENT; RRC REESTABLISHMENT COMPLETE"),
        },
        {
          protocol: "XnAP",
          messages: words("RETRIEVE UE CONTEXT REQUEST; RETRIEVE UE CONTEXT RESPONSE; RETRIEVE UE CONTEXT FAILURE"),
        },
        { protocol: "F1AP", messages: words("UE CONTEXT SETUP REQUEST; UE CONTEXT MODIFICATION REQUEST") },
      ],
      parameters: words("t311; t301; shortMacI; pmReestSuccOtherCell"),
    },
    {
      name: "connection resume",
      short: "RRCres",
      lab: words("I-RNTI resume; inactive to connected; context fetch from anchor"),
      spec: words("return from the inactive state with a stored context; fast reactivation of a suspended terminal"),
      plain: words("a sleeping phone picking up where it left off; quickly waking a suspended connection"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("RRC RESUME REQUEST; RRC RESUME; RRC RESUME COMPLETE") },
        {
          protocol: "XnAP",
          messages: words("RETRIEVE UE CONTEXT REQUEST; RETRIEVE UE CONTEXT RESPONSE; XN-U ADDRESS INDICATION"),
        },
        { protocol: "NGAP", messages: words("RRC INACTIVE TRANSITION REPORT; PATH SWITCH REQUEST") },
      ],
      parameters: words("t319; resumeMacI; fullIRntiLookup; pmAnchorKeep"),
    },
    {
      name: "release with suspend",
      short: "RelSus",
      lab: words("suspendConfig release; push to inactive; parking the UE"),
      spec: words("transition of a silent terminal to the inactive state; suspension with context retention"),
      plain: words("putting a quiet phone to sleep without forgetting it; freeing the radio when nobody sends"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("RRC RELEASE") },
        {
          protocol: "E1AP",
          messages: words("BEARER CONTEXT INACTIVITY NOTIFICATION; BEARER CONTEXT MODIFICATION REQUEST"),
        },
        { protocol: "F1AP", messages: words("UE INACTIVITY NOTIFICATION; UE CONTEXT RELEASE COMMAND") },
      ],
      parameters: words("t380; ranNotificationAreaId; inactivityTimerUe; suspendRetry"),
    },
    {
      name: "unified access control",
      short: "UAC",
      lab: words("access barring; category check before MSG3; barring lottery"),
      spec: words("restriction of access attempts per identity and category; load protection at the entry to the cell"),
      plain: words("keeping phones out of an overfull cell; turning new connection attempts away at the door"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("SYSTEM INFORMATION; RRC SETUP REQUEST; RRC REJECT") },
        { protocol: "F1AP", messages: words("GNB-CU CONFIGURATION UPDATE; SYSTEM INFORMATION DELIVERY COMMAND") },
      ],
      parameters: words("uacBarringFactor; t390; uacBarringForAccessIdentity; pmBarredAttempts"),
    },
    {
      name: "small data transmission",
      short: "SDT",
      lab: words("data in MSG3; MO-SDT burst; inactive-state uplink"),
      spec: words("transfer of infrequent short payloads without a state transition; data exchange while inactive"),
      plain: words(
        "sending a few bytes without opening a full connection; little sensor messages from a sleeping device",
      ),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("RRC RESUME REQUEST; RRC RELEASE") },
        { protocol: "XnAP", messages: words("RETRIEVE UE CONTEXT REQUEST; RETRIEVE UE CONTEXT FAILURE") },
        { protocol: "MAC", messages: words("CONFIGURED GRANT CONFIRMATION; BUFFER STATUS REPORT") },
      ],
      parameters: words("sdtRsrpThreshold; t319a; sdtLogicalChannelSrDelay"),
    },
  ],
};
