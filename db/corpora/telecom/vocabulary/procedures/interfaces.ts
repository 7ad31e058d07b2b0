import { type FeatureArea, words } from "../concept.ts";

export const INTERFACES: FeatureArea = {
  name: "interface management",
  title: "node interface management",
  procedures: [
    {
      name: "NG setup",
      short: "NGSet",
      lab: words("AMF hook-up; N2 bring-up; first NGAP exchange"),
      spec: words(
        "connection of an access node with the core control function; exchange of supported areas and slices",
      ),
      plain: words("a new base station introducing itself to the core; bringing a site into service towards the core"),
      layer: "control",
      routes: [
        {
          protocol: "NGAP",
          messages: words("NG SETUP REQUEST; NG SETUP RESPONSE; NG SETUP FAILURE; RAN CONFIGURATION UPDATE"),
        },
      ],
      parameters: words("timeToWaitNg; supportedTaList; relativeAmfCapacity; pmNgSetupRetry"),
    },
    {
      name: "Xn setup",
      short: "XnSet",
      lab: words("neighbour link bring-up; Xn-C join; peer gNB hook-up"),
      spec: words("association of two access nodes; exchange of served cells between neighbours"),
      plain: words("two base stations getting to know each other; linking neighbour sites"),
      layer: "control",
      routes: [
        {
          protocol: "XnAP",
          messages: words("XN SETUP REQUEST; XN SETUP RESPONSE; XN SETUP FAILURE; NG-RAN NODE CONFIGURATION UPDATE"),
        },
      ],
      parameters: words("timeToWaitXn; servedCellListSize; tnlAddressXn"),
    },
    {
      name: "F1 setup",
      short: "F1Set",
      lab: words("DU join; F1-C bring-up; cell activation by CU"),
      spec: words("attachment of a distributed unit to its central unit; activation of served cells"),
      plain: words("a radio unit reporting to its controller; switching cells on after start-up"),
      layer: "control",
      routes: [
        {
          protocol: "F1AP",
          messages: words(
            "F1 SETUP REQUEST; F1 SETUP RESPONSE; F1 SETUP FAILURE; GNB-CU CONFIGURATION UPDATE; GNB-DU CONFIGURATION UPDATE",
          ),
        },
      ],
      parameters: words("timeToWaitF1; gnbDuSystemInfo; cellsToBeActivated; pmF1SetupReject"),
    },
    {
      name: "E1 setup",
      short: "E1Set",
      lab: words("UP node join; CU-UP hook-up; E1-C bring-up"),
      spec: words("attachment of a user plane entity to its control entity; announcement of user plane capacity"),
      plain: words("linking the data half of a base station with its control half; starting the split unit"),
      layer: "control",
      routes: [
        {
          protocol: "E1AP",
          messages: words(
            "GNB-CU-UP E1 SETUP REQUEST; GNB-CU-UP E1 SETUP RESPONSE; GNB-CU-UP E1 SETUP FAILURE; GNB-CU-UP STATUS INDICATION",
          ),
        },
      ],
      parameters: words("timeToWaitE1; cnSupportEpc; upCapacityValue"),
    },
    {
      name: "configuration update",
      short: "CfgUpd",
      lab: words("live parameter push between nodes; served-cell delta; neighbour info refresh"),
      spec: words("communication of changed node data without service interruption; alignment of peer configuration"),
      plain: words("telling the neighbours that something changed; updating node data while in service"),
      layer: "control",
      routes: [
        { protocol: "NGAP", messages: words("AMF CONFIGURATION UPDATE; RAN CONFIGURATION UPDATE") },
        { protocol: "XnAP", messages: words("NG-RAN NODE CONFIGURATION UPDATE") },
        { protocol: "F1AP", messages: words("GNB-DU CONFIGURATION UPDATE; GNB-CU CONFIGURATION UPDATE") },
        { protocol: "E2AP", messages: words("E2 NODE CONFIGURATION UPDATE") },
      ],
      parameters: words("servedCellsToModify; cfgUpdBackoff; tnlAssocToAdd"),
    },
    {
      name: "overload control",
      short: "OvlCtl",
      lab: words("OVERLOAD START handling; signalling brake; load shed by AMF"),
      spec: words("reduction of signalling load on request of a peer; protection of control functions at peak"),
      plain: words("what happens when the core asks everybody to slow down; calming a signalling storm"),
      layer: "control",
      routes: [
        { protocol: "NGAP", messages: words("OVERLOAD START; OVERLOAD STOP; INITIAL UE MESSAGE") },
        { protocol: "S1AP", messages: words("OVERLOAD START") },
        { protocol: "F1AP", messages: words("GNB-DU STATUS INDICATION") },
      ],
      parameters: words("trafficLoadReduction; overloadActionRejectMo; pmOverloadDrop"),
    },
    {
      name: "interface reset",
      short: "IfRst",
      lab: words("NG RESET sweep; partial context wipe; clean slate on the link"),
      spec: words("return of an interface to a defined state; bulk removal of contexts after faults"),
      plain: words("cleaning up a link after something went wrong; starting a connection between nodes afresh"),
      layer: "control",
      routes: [
        { protocol: "NGAP", messages: words("NG RESET; ERROR INDICATION") },
        { protocol: "XnAP", messages: words("RESET REQUEST") },
        { protocol: "F1AP", messages: words("RESET") },
        { protocol: "E1AP", messages: words("RESET") },
      ],
      parameters: words("resetAckTimer; partOfInterfaceList; resetRetryMax"),
    },
  ],
};
