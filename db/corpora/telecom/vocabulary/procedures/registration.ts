import { type FeatureArea, words } from "../concept.ts";

export const REGISTRATION: FeatureArea = {
  name: "registration",
  title: "registration and reachability",
  procedures: [
    {
      name: "initial registration",
      short: "IReg",
      lab: words("attach with SUCI; first NAS registration; power-on attach"),
      spec: words("admission of a subscriber to the system; first identification and context creation in the core"),
      plain: words("a subscriber joining the network after switching the phone on; signing on for the first time"),
      layer: "control",
      routes: [
        {
          protocol: "5GMM",
          messages: words(
            "REGISTRATION REQUEST; REGISTRATION ACCEPT; REGISTRATION COMPLETE; REGISTRATION REJECT; IDENTITY REQUEST; IDENTITY RESPONSE",
          ),
        },
        {
          protocol: "NGAP",
          messages: words("INITIAL UE MESSAGE; DOWNLINK NAS TRANSPORT; INITIAL CONTEXT SETUP REQUEST"),
        },
        { protocol: "Nudm", messages: words("NUDM UECM REGISTRATION; NUDM SDM GET; NUDM SDM SUBSCRIBE") },
      ],
      parameters: words("t3510; t3550; pmRegInitFail; suciSchemeOutput"),
    },
    {
      name: "periodic registration update",
      short: "PRU",
      lab: words("T3512 refresh; keep-alive registration; idle-mode check-in"),
      spec: words("regular confirmation of reachability by an idle terminal; supervision of the last known location"),
      plain: words("a phone reporting now and then that it is still there; regular sign of life to the core"),
      layer: "control",
      routes: [
        { protocol: "5GMM", messages: words("REGISTRATION REQUEST; REGISTRATION ACCEPT") },
        { protocol: "NGAP", messages: words("INITIAL UE MESSAGE; UE CONTEXT RELEASE COMMAND") },
      ],
      parameters: words("t3512; implicitDeregTimer; mobileReachableTimer"),
    },
    {
      name: "deregistration",
      short: "DeReg",
      lab: words("detach; switch-off sequence; network-ordered sign-off"),
      spec: words("removal of a subscriber from the system; termination of reachability with clean-up"),
      plain: words("logging a phone off the network; removing a subscriber that left"),
      layer: "control",
      routes: [
        { protocol: "5GMM", messages: words("DEREGISTRATION REQUEST; DEREGISTRATION ACCEPT") },
        { protocol: "NGAP", messages: words("UE CONTEXT RELEASE COMMAND; DOWNLINK NAS TRANSPORT") },
        { protocol: "Nudm", messages: words("NUDM UECM DEREGISTRATION NOTIFICATION") },
      ],
      parameters: words("t3522; t3521; deregTypeReRegRequired"),
    },
    {
      name: "service request",
      short: "SReq",
      lab: words("CM-IDLE to CM-CONNECTED; NAS wake-up; uplink-data trigger"),
      spec: words("resumption of signalling and user plane from idle; activation on pending data"),
      plain: words("an idle phone asking to send again; bringing back the data path when something arrives"),
      layer: "control",
      routes: [
        {
          protocol: "5GMM",
          messages: words("SERVICE REQUEST; SERVICE ACCEPT; SERVICE REJECT; CONTROL PLANE SERVICE REQUEST"),
        },
        {
          protocol: "NGAP",
          messages: words("INITIAL UE MESSAGE; INITIAL CONTEXT SETUP REQUEST; INITIAL CONTEXT SETUP FAILURE"),
        },
        { protocol: "Nsmf", messages: words("NSMF PDUSESSION UPDATE SM CONTEXT") },
      ],
      parameters: words("t3517; uplinkDataStatus; allowedPduSessionStatus; pmServReqMtVoice"),
    },
    {
      name: "core paging",
      short: "CPG",
      lab: words("5G-S-TMSI page; CN-initiated page; tracking-area broadcast call"),
      spec: words("search for an idle terminal in its registered area; notification of mobile terminated traffic"),
      plain: words("the network calling out for a phone that is asleep; looking for a subscriber across many cells"),
      layer: "control",
      routes: [
        { protocol: "NGAP", messages: words("PAGING; INITIAL UE MESSAGE") },
        { protocol: "F1AP", messages: words("PAGING; UL RRC MESSAGE TRANSFER") },
        { protocol: "RRC", messages: words("PAGING; RRC SETUP REQUEST") },
      ],
      parameters: words("t3513; pagingAttemptCount; defaultPagingCycle; pmPagDiscarded"),
    },
    {
      name: "AMF re-allocation",
      short: "AmfRe",
      lab: words("NAS reroute; move to the right AMF set; serving AMF swap"),
      spec: words("redirection of a registration to a suitable control function; change of the serving core function"),
      plain: words("handing a subscriber over to a different core node; sending a sign-on to the proper server"),
      layer: "control",
      routes: [
        { protocol: "NGAP", messages: words("REROUTE NAS REQUEST; INITIAL UE MESSAGE") },
        { protocol: "Nnssf", messages: words("NNSSF NS SELECTION GET") },
        { protocol: "Nnrf", messages: words("NNRF NF DISCOVERY REQUEST; NNRF NF STATUS NOTIFY") },
      ],
      parameters: words("targetAmfSetId; rerouteLoopGuard; amfWeightFactor"),
    },
  ],
};
