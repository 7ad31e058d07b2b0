import { type FeatureArea, words } from "../concept.ts";

export const DUAL_CONNECTIVITY: FeatureArea = {
  name: "dual connectivity",
  title: "multi-radio dual connectivity",
  procedures: [
    {
      name: "secondary node addition",
      short: "SNAdd",
      lab: words("NR leg add; SgNB bring-in; B1-triggered second leg"),
      spec: words("extension of a connection by a second access node; aggregation of resources of two schedulers"),
      plain: words("adding a second base station to speed a phone up; using two sites at once"),
      layer: "control",
      routes: [
        {
          protocol: "X2AP",
          messages: words(
            "SGNB ADDITION REQUEST; SGNB ADDITION REQUEST ACKNOWLEDGE; SGNB ADDITION REQUEST REJECT; SGNB RECONFIGURATION COMPLETE",
          ),
        },
        {
          protocol: "XnAP",
          messages: words(
            "S-NODE ADDITION REQUEST; S-NODE ADDITION REQUEST ACKNOWLEDGE; S-NODE ADDITION REQUEST REJECT; S-NODE RECONFIGURATION COMPLETE",
          ),
        },
        { protocol: "RRC", messages: words("RRC RECONFIGURATION; MEASUREMENT REPORT") },
      ],
      parameters: words("TDCprep; TDCoverall; pmSgnbAddRej; b1ThresholdNr"),
    },
    {
      name: "secondary node change",
      short: "SNChg",
      lab: words("SgNB swap; NR leg moves on; PSCell change between nodes"),
      spec: words("replacement of the second access node while the first is kept; mobility of the secondary leg"),
      plain: words("swapping the booster site for another one; the second connection moving elsewhere"),
      layer: "control",
      routes: [
        { protocol: "X2AP", messages: words("SGNB CHANGE REQUIRED; SGNB CHANGE CONFIRM; SGNB ADDITION REQUEST") },
        {
          protocol: "XnAP",
          messages: words("S-NODE CHANGE REQUIRED; S-NODE ADDITION REQUEST; S-NODE RELEASE REQUEST"),
        },
      ],
      parameters: words("snChangeHysteresis; pscellChangeCount; scgStateKeep"),
    },
    {
      name: "secondary node release",
      short: "SNRel",
      lab: words("NR leg drop; SgNB teardown; back to single leg"),
      spec: words("removal of the second access node from a connection; reconfiguration to single connectivity"),
      plain: words("going back to one base station; dropping the booster connection"),
      layer: "control",
      routes: [
        {
          protocol: "X2AP",
          messages: words("SGNB RELEASE REQUEST; SGNB RELEASE REQUEST ACKNOWLEDGE; SECONDARY RAT DATA USAGE REPORT"),
        },
        { protocol: "XnAP", messages: words("S-NODE RELEASE REQUEST; UE CONTEXT RELEASE") },
      ],
      parameters: words("snReleaseInactivity; dcTeardownGrace; pmSgnbRelAbn"),
    },
    {
      name: "SCG failure handling",
      short: "SCGF",
      lab: words("S-RLF report; NR leg radio problem; PSCell loss"),
      spec: words(
        "reaction of the master node to problems on the secondary cell group; continuity over the remaining leg",
      ),
      plain: words("what happens when only the second connection breaks; surviving on the main site alone"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("SCG FAILURE INFORMATION; RRC RECONFIGURATION") },
        { protocol: "X2AP", messages: words("RRC TRANSFER; SGNB MODIFICATION REQUEST; SGNB MODIFICATION REQUIRED") },
        { protocol: "XnAP", messages: words("S-NODE MODIFICATION REQUEST") },
      ],
      parameters: words("scgFailureTypeSrb3; t310Scg; n313Scg"),
    },
    {
      name: "fast MCG recovery",
      short: "FMCG",
      lab: words("T316 procedure; MCG report through the SCG; master link rescue"),
      spec: words("recovery of the master cell group over the secondary leg; avoidance of full interruption"),
      plain: words("saving the main connection by way of the second one; getting the first site back without a drop"),
      layer: "radio",
      routes: [
        { protocol: "RRC", messages: words("MCG FAILURE INFORMATION; RRC RECONFIGURATION; MOBILITY FROM NR COMMAND") },
        { protocol: "XnAP", messages: words("S-NODE MODIFICATION REQUEST; FAILURE INDICATION") },
      ],
      parameters: words("t316; splitSrbDuplication; mcgRescueOk"),
    },
  ],
};
