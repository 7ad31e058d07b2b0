import { type FeatureArea, words } from "../concept.ts";

export const SESSION: FeatureArea = {
  name: "session",
  title: "session management",
  procedures: [
    {
      name: "PDU session establishment",
      short: "PduEst",
      lab: words("new DNN session; default QoS flow bring-up; session create"),
      spec: words("creation of a data connection to a data network; allocation of address and anchor"),
      plain: words("getting an internet connection on the phone; opening a data pipe"),
      layer: "session",
      routes: [
        {
          protocol: "5GSM",
          messages: words(
            "PDU SESSION ESTABLISHMENT REQUEST; PDU SESSION ESTABLISHMENT ACCEPT; PDU SESSION ESTABLISHMENT REJECT",
          ),
        },
        {
          protocol: "NGAP",
          messages: words("PDU SESSION RESOURCE SETUP REQUEST; PDU SESSION RESOURCE SETUP RESPONSE"),
        },
        {
          protocol: "PFCP",
          messages: words("PFCP SESSION ESTABLISHMENT REQUEST; PFCP SESSION ESTABLISHMENT RESPONSE"),
        },
        {
          protocol: "Nsmf",
          messages: words("NSMF PDUSESSION CREATE SM CONTEXT; NAMF COMMUNICATION N1N2 MESSAGE TRANSFER"),
        },
      ],
      parameters: words("t3580; sessionAmbrDl; pmSmContextCreateRej; alwaysOnRequested"),
    },
    {
      name: "PDU session modification",
      short: "PduMod",
      lab: words("QoS rule change; session update on the fly; QFI re-map"),
      spec: words(
        "adaptation of an existing data connection to changed policy; change of quality parameters in service",
      ),
      plain: words("changing the quality of a running data connection; giving a video call more bandwidth"),
      layer: "session",
      routes: [
        {
          protocol: "5GSM",
          messages: words(
            "PDU SESSION MODIFICATION REQUEST; PDU SESSION MODIFICATION COMMAND; PDU SESSION MODIFICATION COMPLETE; PDU SESSION MODIFICATION REJECT",
          ),
        },
        {
          protocol: "NGAP",
          messages: words("PDU SESSION RESOURCE MODIFY REQUEST; PDU SESSION RESOURCE MODIFY RESPONSE"),
        },
        { protocol: "Npcf", messages: words("NPCF SM POLICY CONTROL UPDATE NOTIFY; NPCF POLICY AUTHORIZATION UPDATE") },
      ],
      parameters: words("t3591; qosRulePrecedence; averagingWindow; pmQosFlowModFail"),
    },
    {
      name: "PDU session release",
      short: "PduRel",
      lab: words("session teardown; DNN drop; freeing the session"),
      spec: words("orderly end of a data connection; return of address and user plane resources"),
      plain: words("closing a data connection cleanly; giving the address back"),
      layer: "session",
      routes: [
        {
          protocol: "5GSM",
          messages: words("PDU SESSION RELEASE REQUEST; PDU SESSION RELEASE COMMAND; PDU SESSION RELEASE COMPLETE"),
        },
        { protocol: "NGAP", messages: words("PDU SESSION RESOURCE RELEASE COMMAND") },
        { protocol: "PFCP", messages: words("PFCP SESSION DELETION REQUEST") },
      ],
      parameters: words("t3592; releaseCause36; sessionLeakAudit"),
    },
    {
      name: "usage reporting",
      short: "URR",
      lab: words("URR volume trigger; charging counters check; quota report"),
      spec: words(
        "measurement of consumed volume and time for charging; reporting of thresholds to the session function",
      ),
      plain: words("counting how much data a customer used; metering for the bill"),
      layer: "user_plane",
      routes: [
        {
          protocol: "PFCP",
          messages: words(
            "PFCP SESSION REPORT REQUEST; PFCP SESSION REPORT RESPONSE; PFCP SESSION MODIFICATION REQUEST",
          ),
        },
        { protocol: "E1AP", messages: words("DATA USAGE REPORT; MR-DC DATA USAGE REPORT") },
      ],
      parameters: words("urrVolumeThreshold; quotaHoldingTime; pmUrrLost; measurementMethodVolum"),
    },
    {
      name: "downlink buffering",
      short: "DLBuf",
      lab: words("BAR action; park and notify at UPF; DDN throttling"),
      spec: words("retention of arriving data for an idle terminal; delayed notification of pending traffic"),
      plain: words("keeping packets until the phone wakes up; holding back data for a sleeping device"),
      layer: "user_plane",
      routes: [
        { protocol: "PFCP", messages: words("PFCP SESSION REPORT REQUEST; PFCP SESSION MODIFICATION REQUEST") },
        { protocol: "E1AP", messages: words("DL DATA NOTIFICATION; UL DATA NOTIFICATION") },
        { protocol: "GTPv2-C", messages: words("DOWNLINK DATA NOTIFICATION; DOWNLINK DATA NOTIFICATION ACKNOWLEDGE") },
      ],
      parameters: words("suggestedBufferingPackets; ddnDelayUnits; barIdentifier"),
    },
    {
      name: "UPF association",
      short: "N4Assoc",
      lab: words("N4 bring-up; PFCP peer join; heartbeat supervision"),
      spec: words("pairing of session function and user plane function; supervision of the peer"),
      plain: words("connecting the core's control part with its data part; noticing that a data node is gone"),
      layer: "session",
      routes: [
        {
          protocol: "PFCP",
          messages: words(
            "PFCP ASSOCIATION SETUP REQUEST; PFCP ASSOCIATION SETUP RESPONSE; PFCP HEARTBEAT REQUEST; PFCP HEARTBEAT RESPONSE; PFCP NODE REPORT REQUEST; PFCP ASSOCIATION UPDATE REQUEST",
          ),
        },
        { protocol: "Nnrf", messages: words("NNRF NF REGISTER; NNRF NF UPDATE") },
      ],
      parameters: words("pfcpT1; pfcpN1; heartbeatInterval; recoveryTimeStamp"),
    },
  ],
};
