import { type FeatureArea, words } from "../concept.ts";

export const POSITIONING_AND_BROADCAST: FeatureArea = {
  name: "positioning and broadcast",
  title: "positioning and multicast",
  procedures: [
    {
      name: "multi-RTT positioning",
      short: "mRTT",
      lab: words("round-trip ranging; UL SRS plus DL PRS fix; TRP triangulation"),
      spec: words(
        "estimation of a location from round trip delays of several transmission points; ranging in the access network",
      ),
      plain: words("finding out where a phone is by signal travel time; measuring the distance to several masts"),
      layer: "radio",
      routes: [
        {
          protocol: "NRPPa",
          messages: words(
            "POSITIONING INFORMATION REQUEST; POSITIONING INFORMATION RESPONSE; MEASUREMENT REQUEST; MEASUREMENT RESPONSE; MEASUREMENT ABORT",
          ),
        },
        {
          protocol: "LPP",
          messages: words("REQUEST LOCATION INFORMATION; PROVIDE LOCATION INFORMATION; PROVIDE ASSISTANCE DATA"),
        },
        { protocol: "F1AP", messages: words("POSITIONING MEASUREMENT REQUEST") },
      ],
      parameters: words("srsPeriodicityPos; prsMutingPattern; rttQualityMetres; rtoaSampleCount"),
    },
    {
      name: "enhanced cell identity positioning",
      short: "ECID",
      lab: words("E-CID fix; serving-beam angle; coarse location by cell"),
      spec: words("estimation of a location from the serving cell and radio measurements; low effort localisation"),
      plain: words("guessing roughly where a phone is from the cell it uses; quick location without satellites"),
      layer: "radio",
      routes: [
        {
          protocol: "NRPPa",
          messages: words("E-CID MEASUREMENT INITIATION REQUEST; E-CID MEASUREMENT REPORT; TRP INFORMATION REQUEST"),
        },
        { protocol: "LPP", messages: words("REQUEST CAPABILITIES; PROVIDE CAPABILITIES; ABORT") },
      ],
      parameters: words("ecidReportAmount; angleOfArrivalBins; pmEcidTimeout"),
    },
    {
      name: "assistance data delivery",
      short: "ADel",
      lab: words("posSIB delivery; ephemeris push; AD broadcast"),
      spec: words(
        "provision of satellite and network information to terminals; support of terminal based localisation",
      ),
      plain: words("helping phones to find satellites faster; sending location hints to phones"),
      layer: "control",
      routes: [
        { protocol: "LPP", messages: words("REQUEST ASSISTANCE DATA; PROVIDE ASSISTANCE DATA") },
        { protocol: "NRPPa", messages: words("ASSISTANCE INFORMATION CONTROL; TRP INFORMATION RESPONSE") },
      ],
      parameters: words("posSibValidity; assistSegmentOctets; gnssRefTimeUnc"),
    },
    {
      name: "multicast session activation",
      short: "MBSact",
      lab: words("MBS start; PTM leg bring-up; group join"),
      spec: words("delivery of common content to many terminals; choice between shared and individual delivery"),
      plain: words("sending one video stream to everyone in the stadium; one transmission for a whole group"),
      layer: "user_plane",
      routes: [
        { protocol: "F1AP", messages: words("MULTICAST CONTEXT SETUP REQUEST; MULTICAST CONTEXT SETUP RESPONSE") },
        { protocol: "E1AP", messages: words("MC BEARER CONTEXT SETUP REQUEST") },
        { protocol: "RRC", messages: words("MBS INTEREST INDICATION; RRC RECONFIGURATION") },
      ],
      parameters: words("mbsSessionTmgi; ptmRetxCount; gRntiSearch; mbsAreaSessionId"),
    },
  ],
};
