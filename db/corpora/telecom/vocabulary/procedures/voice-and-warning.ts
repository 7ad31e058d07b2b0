import { type FeatureArea, words } from "../concept.ts";

export const VOICE_AND_WARNING: FeatureArea = {
  name: "voice and warning",
  title: "voice, emergency and public warning",
  procedures: [
    {
      name: "EPS fallback",
      short: "EPSFB",
      lab: words("5QI1 redirect; voice drop-back to LTE; FB by handover"),
      spec: words(
        "transfer of a terminal to the evolved packet system for conversational services; voice continuity outside NR coverage",
      ),
      plain: words("calls that end up on 4G; moving to the old network to make a phone call"),
      layer: "control",
      routes: [
        {
          protocol: "NGAP",
          messages: words("PDU SESSION RESOURCE MODIFY REQUEST; HANDOVER REQUIRED; HANDOVER COMMAND"),
        },
        { protocol: "RRC", messages: words("MOBILITY FROM NR COMMAND; RRC RELEASE; MEASUREMENT REPORT") },
        {
          protocol: "S1AP",
          messages: words("HANDOVER REQUEST; HANDOVER NOTIFY; E-RAB SETUP REQUEST; E-RAB SETUP RESPONSE"),
        },
      ],
      parameters: words("voiceFallbackInd; epsFbGuardTimer; pmEpsFbCallSetupMs; redirectedCarrierEutra"),
    },
    {
      name: "voice over NR",
      short: "VoNR",
      lab: words("5QI1 GBR flow; native voice call; RTP over DRB"),
      spec: words("conversational service with guaranteed rate on the access; speech without change of system"),
      plain: words("ordinary phone calls on 5G; talking without leaving the new network"),
      layer: "session",
      routes: [
        {
          protocol: "NGAP",
          messages: words("PDU SESSION RESOURCE MODIFY REQUEST; PDU SESSION RESOURCE MODIFY RESPONSE"),
        },
        { protocol: "5GSM", messages: words("PDU SESSION MODIFICATION COMMAND; PDU SESSION MODIFICATION COMPLETE") },
        { protocol: "Npcf", messages: words("NPCF POLICY AUTHORIZATION CREATE; NPCF POLICY AUTHORIZATION NOTIFY") },
      ],
      parameters: words("gfbrVoiceUl; ttiBundlingAssist; pmVoiceMuteSec; delayBudgetReportType1"),
    },
    {
      name: "emergency call setup",
      short: "ECall",
      lab: words("SOS attach; limited-service registration; emergency DNN"),
      spec: words(
        "priority service for terminals in distress, with or without subscription; admission regardless of restrictions",
      ),
      plain: words("dialling 112; calling for help without a valid SIM"),
      layer: "control",
      routes: [
        { protocol: "5GMM", messages: words("REGISTRATION REQUEST; SERVICE REQUEST; REGISTRATION ACCEPT") },
        { protocol: "5GSM", messages: words("PDU SESSION ESTABLISHMENT REQUEST; PDU SESSION ESTABLISHMENT ACCEPT") },
        { protocol: "RRC", messages: words("RRC SETUP REQUEST; SYSTEM INFORMATION") },
      ],
      parameters: words("imsEmergencySupport; emergencyNumberList; arpPriorityEmergency"),
    },
    {
      name: "public warning broadcast",
      short: "PWS",
      lab: words("ETWS/CMAS delivery; SIB8 broadcast; CBC alert"),
      spec: words(
        "distribution of alerts from authorities to all terminals in an area; replacement and cancellation of alerts",
      ),
      plain: words("disaster alerts on every phone in town; earthquake and tsunami messages"),
      layer: "control",
      routes: [
        { protocol: "NGAP", messages: words("WRITE-REPLACE WARNING REQUEST; PWS CANCEL REQUEST") },
        { protocol: "F1AP", messages: words("WRITE-REPLACE WARNING REQUEST; SYSTEM INFORMATION DELIVERY COMMAND") },
        { protocol: "S1AP", messages: words("WRITE-REPLACE WARNING REQUEST") },
        { protocol: "RRC", messages: words("SYSTEM INFORMATION; PAGING") },
      ],
      parameters: words("repetitionPeriodPws; warningAreaCoordinates; sib8SegmentLimit"),
    },
  ],
};
