import { type FeatureArea, words } from "../concept.ts";

export const USER_PLANE: FeatureArea = {
  name: "user plane",
  title: "user plane handling",
  procedures: [
    {
      name: "bearer context setup",
      short: "BCset",
      lab: words("DRB bring-up at CU-UP; PDCP entity create; E1 leg add"),
      spec: words("allocation of user plane resources for a radio bearer; creation of packet processing entities"),
      plain: words("preparing the data path for one user; reserving room for a user's traffic"),
      layer: "user_plane",
      routes: [
        {
          protocol: "E1AP",
          messages: words(
            "BEARER CONTEXT SETUP REQUEST; BEARER CONTEXT SETUP RESPONSE; BEARER CONTEXT SETUP FAILURE; BEARER CONTEXT RELEASE COMMAND",
          ),
        },
        { protocol: "GTP-U", messages: words("G-PDU; TUNNEL STATUS") },
      ],
      parameters: words("drbToSetupList; pdcpDiscardTimer; upAdmissionRatio; pmBearerSetupNok"),
    },
    {
      name: "tunnel path supervision",
      short: "TPS",
      lab: words("GTP echo watch; path-down detection; N3 keep-alive"),
      spec: words("detection of unreachable user plane peers; monitoring of the transport path"),
      plain: words("noticing that the data path to the core is dead; checking whether the other end still answers"),
      layer: "user_plane",
      routes: [
        {
          protocol: "GTP-U",
          messages: words(
            "ECHO REQUEST; ECHO RESPONSE; GTP-U ERROR INDICATION; SUPPORTED EXTENSION HEADERS NOTIFICATION",
          ),
        },
        { protocol: "PFCP", messages: words("PFCP NODE REPORT REQUEST") },
      ],
      parameters: words("t3Response; n3Requests; echoInterval; pmPathDownEvents"),
    },
    {
      name: "data forwarding",
      short: "DFwd",
      lab: words("in-flight PDU relay; late DL copy to target; forwarding tunnel"),
      spec: words("lossless transfer of undelivered packets during mobility; continuity of sequence numbers"),
      plain: words("not losing packets while somebody moves; passing on what was still in the pipe"),
      layer: "user_plane",
      routes: [
        { protocol: "XnAP", messages: words("SN STATUS TRANSFER; EARLY STATUS TRANSFER; XN-U ADDRESS INDICATION") },
        { protocol: "E1AP", messages: words("EARLY FORWARDING SN TRANSFER; BEARER CONTEXT MODIFICATION REQUEST") },
        { protocol: "GTP-U", messages: words("END MARKER; G-PDU") },
        { protocol: "X2AP", messages: words("DATA FORWARDING ADDRESS INDICATION; SN STATUS TRANSFER") },
      ],
      parameters: words("forwardingGuardTimer; dlForwardingCap; hfnOffset"),
    },
    {
      name: "QoS flow to bearer mapping",
      short: "QFMap",
      lab: words("SDAP map change; reflective QoS; QFI to DRB re-pin"),
      spec: words("assignment of traffic classes to radio bearers; differentiated treatment over the air"),
      plain: words("putting important traffic on the fast lane; sorting a user's traffic by priority"),
      layer: "user_plane",
      routes: [
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; UE ASSISTANCE INFORMATION") },
        {
          protocol: "E1AP",
          messages: words("BEARER CONTEXT MODIFICATION REQUEST; BEARER CONTEXT MODIFICATION RESPONSE"),
        },
        { protocol: "F1AP", messages: words("UE CONTEXT MODIFICATION REQUEST; NOTIFY") },
      ],
      parameters: words("reflectiveQosTimer; defaultDrbIndicator; sdapHeaderUl; pdb5qiOverride"),
    },
    {
      name: "header compression",
      short: "RoHC",
      lab: words("ROHC profile 0x0001; context refresh of the compressor; IR-DYN exchange"),
      spec: words("reduction of protocol overhead on radio bearers; robust recovery of decompression contexts"),
      plain: words("shrinking the voice packets' overhead; saving air time on small packets"),
      layer: "user_plane",
      routes: [
        { protocol: "E1AP", messages: words("BEARER CONTEXT SETUP REQUEST; BEARER CONTEXT MODIFICATION REQUEST") },
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; UE CAPABILITY INFORMATION") },
      ],
      parameters: words("maxCidRohc; drbContinueRohc; pmRohcDecompFail"),
    },
  ],
};
