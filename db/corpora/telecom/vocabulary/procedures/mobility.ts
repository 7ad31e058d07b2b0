import { type FeatureArea, words } from "../concept.ts";

export const MOBILITY: FeatureArea = {
  name: "mobility",
  title: "connected-mode mobility",
  procedures: [
    {
      name: "inter-gNB handover",
      short: "XnHO",
      lab: words("Xn-based relocation; HO between neighbouring gNBs; neighbour hand-in"),
      spec: words(
        "inter-node mobility of a connected UE without core network involvement; direct node-to-node relocation",
      ),
      plain: words("a phone moving from one base station to the next; moving a call across to the neighbour site"),
      layer: "control",
      routes: [
        {
          protocol: "XnAP",
          messages: words(
            "HANDOVER REQUEST; HANDOVER REQUEST ACKNOWLEDGE; HANDOVER PREPARATION FAILURE; HANDOVER CANCEL; SN STATUS TRANSFER; UE CONTEXT RELEASE",
          ),
        },
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; RRC RECONFIGURATION COMPLETE; MEASUREMENT REPORT") },
        {
          protocol: "F1AP",
          messages: words("UE CONTEXT SETUP REQUEST; UE CONTEXT SETUP RESPONSE; UE CONTEXT RELEASE COMMAND"),
        },
      ],
      parameters: words("TXnRELOCprep; TXnRELOCoverall; pmXnHoExecFail; causeHoTargetNotAllowed"),
    },
    {
      name: "core-assisted handover",
      short: "N2HO",
      lab: words("NG-based relocation; HO through the AMF; handover via core"),
      spec: words(
        "mobility of a connected UE under control of the access and mobility function; relocation with core network involvement",
      ),
      plain: words(
        "switching cells when the two sites cannot talk to each other directly; a cell change that has to go through the core",
      ),
      layer: "control",
      routes: [
        {
          protocol: "NGAP",
          messages: words(
            "HANDOVER REQUIRED; HANDOVER REQUEST; HANDOVER REQUEST ACKNOWLEDGE; HANDOVER FAILURE; HANDOVER COMMAND; HANDOVER NOTIFY; HANDOVER PREPARATION FAILURE; UPLINK RAN STATUS TRANSFER; DOWNLINK RAN STATUS TRANSFER",
          ),
        },
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; MEASUREMENT REPORT") },
        { protocol: "Nsmf", messages: words("NSMF PDUSESSION UPDATE SM CONTEXT") },
      ],
      parameters: words("TNGRELOCprep; TNGRELOCoverall; pmNgHoPrepRej; indirectFwdTunnelCount"),
    },
    {
      name: "conditional handover",
      short: "CHO",
      lab: words("CHO execution; candidate cell armed in advance; UE-triggered HO on A3 entry"),
      spec: words(
        "mobility decided by the terminal on preconfigured execution conditions; early preparation of several candidate cells",
      ),
      plain: words(
        "letting the phone decide by itself when to change cell; preparing a handover beforehand in case it is needed",
      ),
      layer: "control",
      routes: [
        {
          protocol: "XnAP",
          messages: words(
            "HANDOVER REQUEST; HANDOVER REQUEST ACKNOWLEDGE; CONDITIONAL HANDOVER CANCEL; HANDOVER SUCCESS; EARLY STATUS TRANSFER",
          ),
        },
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; RRC RECONFIGURATION COMPLETE") },
        {
          protocol: "F1AP",
          messages: words("UE CONTEXT MODIFICATION REQUEST; ACCESS AND MOBILITY INDICATION; UE CONTEXT SETUP REQUEST"),
        },
      ],
      parameters: words("condExecutionCondId; condReconfigToRemove; pmChoArmedCells; attemptCondReconfig"),
    },
    {
      name: "dual active protocol stack handover",
      short: "DAPS",
      lab: words("DAPS HO; make-before-break switch; zero-gap relocation"),
      spec: words("mobility with continued reception from the source cell; near zero interruption relocation"),
      plain: words("changing cell without any break in the data; keeping the old connection until the new one works"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; RRC RECONFIGURATION COMPLETE; FAILURE INFORMATION") },
        {
          protocol: "XnAP",
          messages: words("HANDOVER REQUEST; EARLY STATUS TRANSFER; HANDOVER SUCCESS; SN STATUS TRANSFER"),
        },
      ],
      parameters: words("dapsSourceRelease; maxDapsBearers; pmDapsUlSwitch"),
    },
    {
      name: "path switch",
      short: "PSW",
      lab: words("DL tunnel endpoint swap; N3 leg re-anchoring after HO; user plane re-route"),
      spec: words(
        "update of the downlink termination point after completed mobility; redirection of the user plane to the new node",
      ),
      plain: words("telling the core where the phone's traffic should go now; rerouting data after a move"),
      layer: "control",
      routes: [
        {
          protocol: "NGAP",
          messages: words("PATH SWITCH REQUEST; PATH SWITCH REQUEST ACKNOWLEDGE; PATH SWITCH REQUEST FAILURE"),
        },
        { protocol: "GTP-U", messages: words("END MARKER; G-PDU") },
        { protocol: "PFCP", messages: words("PFCP SESSION MODIFICATION REQUEST; PFCP SESSION MODIFICATION RESPONSE") },
      ],
      parameters: words("pathSwitchGuardMs; endMarkerRepeat; dlTeidReplace"),
    },
    {
      name: "inter-DU mobility",
      short: "iDUM",
      lab: words("intra-CU DU change; F1 leg swap; moving between DUs of one CU"),
      spec: words(
        "change of the serving distributed unit under one central unit; relocation inside a disaggregated node",
      ),
      plain: words(
        "moving between two radio units that belong to the same base station; switching units inside one site",
      ),
      layer: "control",
      routes: [
        {
          protocol: "F1AP",
          messages: words(
            "UE CONTEXT SETUP REQUEST; UE CONTEXT SETUP RESPONSE; UE CONTEXT MODIFICATION REQUEST; DL RRC MESSAGE TRANSFER; UL RRC MESSAGE TRANSFER",
          ),
        },
        {
          protocol: "E1AP",
          messages: words("BEARER CONTEXT MODIFICATION REQUEST; BEARER CONTEXT MODIFICATION RESPONSE"),
        },
      ],
      parameters: words("intraCuSwapTimer; duCellGroupDelta; pmIntraCuMob"),
    },
  ],
};
