import { type FeatureArea, words } from "../concept.ts";

export const SECURITY: FeatureArea = {
  name: "security",
  title: "access security",
  procedures: [
    {
      name: "subscriber authentication",
      short: "AKA",
      lab: words("5G-AKA run; challenge with RAND and AUTN; RES* check"),
      spec: words("mutual proof of identity between subscriber and home network; credential verification at entry"),
      plain: words("making sure that a subscriber is who they claim to be; checking the SIM against the home network"),
      layer: "control",
      routes: [
        {
          protocol: "5GMM",
          messages: words(
            "AUTHENTICATION REQUEST; AUTHENTICATION RESPONSE; AUTHENTICATION REJECT; AUTHENTICATION FAILURE",
          ),
        },
        {
          protocol: "Nausf",
          messages: words(
            "NAUSF UE AUTHENTICATION AUTHENTICATE REQUEST; NAUSF UE AUTHENTICATION AUTHENTICATE RESPONSE",
          ),
        },
        { protocol: "Nudm", messages: words("NUDM UE AUTHENTICATION GET") },
      ],
      parameters: words("t3560; t3520; sqnResyncToken; hxresStarMatch"),
    },
    {
      name: "NAS security mode control",
      short: "NasSMC",
      lab: words("NAS SMC; activation of NAS ciphering; NEA/NIA pick"),
      spec: words(
        "agreement on protection of the non access stratum; start of confidentiality between terminal and core",
      ),
      plain: words("switching on encryption between phone and core; agreeing on a cipher with the network"),
      layer: "control",
      routes: [
        { protocol: "5GMM", messages: words("SECURITY MODE COMMAND; SECURITY MODE COMPLETE; SECURITY MODE REJECT") },
        { protocol: "NGAP", messages: words("DOWNLINK NAS TRANSPORT; UPLINK NAS TRANSPORT") },
      ],
      parameters: words("ngKsiValue; replayedUeSecCap; imeisvRequest"),
    },
    {
      name: "AS security activation",
      short: "AsSec",
      lab: words("AS SMC; PDCP ciphering on; SRB integrity start"),
      spec: words("protection of signalling and data over the air; algorithm selection in the access stratum"),
      plain: words("encrypting what goes over the air; protecting radio messages from tampering"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("SECURITY MODE COMMAND; SECURITY MODE COMPLETE; SECURITY MODE FAILURE") },
        { protocol: "E1AP", messages: words("BEARER CONTEXT SETUP REQUEST; BEARER CONTEXT SETUP RESPONSE") },
        { protocol: "NGAP", messages: words("INITIAL CONTEXT SETUP REQUEST; INITIAL CONTEXT SETUP FAILURE") },
      ],
      parameters: words("nia0Forbidden; keyToUseMaster; upIntegrityRate"),
    },
    {
      name: "key refresh",
      short: "KRef",
      lab: words("intra-cell rekey; NCC step; KgNB roll-over"),
      spec: words("renewal of session keys during a connection; prevention of counter wrap"),
      plain: words("changing the encryption keys while a call goes on; renewing secrets before they wear out"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; COUNTER CHECK") },
        { protocol: "E1AP", messages: words("GNB-CU-UP COUNTER CHECK REQUEST; BEARER CONTEXT MODIFICATION REQUEST") },
        { protocol: "XnAP", messages: words("S-NODE MODIFICATION REQUEST") },
      ],
      parameters: words("nextHopChainingCount; pdcpCountWrapMargin; skCounter"),
    },
    {
      name: "identity concealment",
      short: "SUCI",
      lab: words("SUCI profile A; SUPI hiding; ECIES wrap of the MSIN"),
      spec: words("protection of the permanent subscription identifier; privacy of subscribers on the air interface"),
      plain: words("hiding the subscriber number from eavesdroppers; keeping the real identity off the air"),
      layer: "control",
      routes: [
        { protocol: "5GMM", messages: words("REGISTRATION REQUEST; IDENTITY REQUEST; IDENTITY RESPONSE") },
        { protocol: "Nudm", messages: words("NUDM UE AUTHENTICATION GET") },
      ],
      parameters: words("homeNetworkPublicKeyId; routingIndicator; nullSchemeAllowed"),
    },
  ],
};
