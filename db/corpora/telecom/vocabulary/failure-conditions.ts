import { type Concept, type FailureCondition, words } from "./concept.ts";

/** Nominal tests: the attribute's value where nothing is provoked. */
export const NO_FAILURE: Concept = {
  name: "no failure",
  lab: words("straight run; positive case; POS"),
  spec: words("normal conditions; undisturbed operation"),
  plain: words("everything goes well; sunny day"),
};

/** Signalling faults; transport and operational ones are in the neighbouring file. */
export const SIGNALLING_FAILURES: readonly FailureCondition[] = [
  {
    name: "guard timer expiry",
    lab: words("no answer within the limit; supervision timeout; peer stays silent"),
    spec: words("lapse of the supervision period; absence of a reply in due time"),
    plain: words("the other side never answers; waiting in vain; it takes too long"),
    layers: ["radio", "control", "session", "user_plane", "operations"],
    stimuli: [
      "Let the stub swallow the reply so that {timer} runs out.",
      "Hold back the answer of the {node} beyond {timer}.",
      "Drop the response on {interface} and wait.",
    ],
    outcomes: [
      "The pending transaction is abandoned when {timer} lapses and resources are freed.",
      "Exactly one retry is seen, then a local abort.",
      "No context stays behind after {timer}.",
    ],
  },
  {
    name: "preparation rejected by peer",
    lab: words("negative reply with cause; refusal on request; NACK from the far end"),
    spec: words("refusal by the receiving node; unsuccessful outcome with a cause"),
    plain: words("the other side says no; the request is turned down"),
    layers: ["control", "session", "radio"],
    stimuli: [
      "Configure the {node} to answer with the failure message and a cause.",
      "Script the {node} so that it turns the request down.",
      "Provoke the unsuccessful outcome on {interface}.",
    ],
    outcomes: [
      "The cause is mapped as configured and no resources leak.",
      "The initiator falls back to the state before the request.",
      "The refusal counter steps by one.",
    ],
  },
  {
    name: "malformed information element",
    lab: words("fuzzed IE; broken encoding; out-of-range value in the PDU"),
    spec: words("violation of the transfer syntax; content that cannot be decoded"),
    plain: words("garbage in the message; a message that makes no sense"),
    layers: ["control", "session", "radio", "operations"],
    stimuli: [
      "Inject a PDU in which one IE is out of range.",
      "Replay the trace with the length octet of one IE corrupted.",
      "Let the fuzzer mutate the message on {interface}.",
    ],
    outcomes: [
      "The receiver reports the error without a restart.",
      "The PDU is discarded and the criticality diagnostics name the IE.",
      "The association stays up.",
    ],
  },
  {
    name: "mandatory element missing",
    lab: words("stripped IE; message without the required field; absent criticality-reject IE"),
    spec: words("omission of required content; incomplete message"),
    plain: words("something important is left out of the message; an incomplete request"),
    layers: ["control", "session", "radio", "operations"],
    stimuli: [
      "Remove the required IE from the request.",
      "Send the message on {interface} without its required field.",
      "Strip the field by the trace editor and resend.",
    ],
    outcomes: [
      "The request is rejected with the abstract syntax cause.",
      "The receiver names the absent field in the diagnostics.",
      "No partial context is created.",
    ],
  },
  {
    name: "resource shortage",
    lab: words("admission denied; pool exhausted; licence cap hit"),
    spec: words("insufficient capacity at the receiving node; refusal by admission control"),
    plain: words("no room left; the site is full"),
    layers: ["control", "session", "radio", "user_plane"],
    stimuli: [
      "Fill the {node} up to the configured cap first.",
      "Reserve all bearers by the load generator.",
      "Lower the licence of the {node} to one context.",
    ],
    outcomes: [
      "The attempt is denied without touching existing users.",
      "Lower priority users are pre-empted only where allowed.",
      "The denial is counted under the capacity cause.",
    ],
  },
  {
    name: "procedure collision",
    lab: words("crossing requests; both ends start at once; race with a release"),
    spec: words("simultaneous initiation by both peers; overlapping transactions"),
    plain: words("both sides start at the same moment; two things at once"),
    layers: ["control", "session", "radio"],
    stimuli: [
      "Trigger the opposite transaction within 5 ms.",
      "Start a release while the request is pending.",
      "Let both ends initiate in the same slot.",
    ],
    outcomes: [
      "One transaction wins by the priority rule, the other ends cleanly.",
      "Both ends agree on the final state.",
      "No half-open context is left.",
    ],
  },
  {
    name: "stale context",
    lab: words("unknown UE id; dangling AP id pair; ghost context"),
    spec: words("reference to a context that no longer exists; mismatch of identifiers between peers"),
    plain: words("one side has forgotten the user; talking about somebody who is gone"),
    layers: ["control", "session", "user_plane", "radio"],
    stimuli: [
      "Delete the context on the {node} by the backdoor, then continue.",
      "Use an id pair that was released before.",
      "Swap the ids of two users in the stub.",
    ],
    outcomes: [
      "The peer answers with the unknown-id cause and cleans up.",
      "The ghost is purged by the audit within one cycle.",
      "No other user is touched.",
    ],
  },
  {
    name: "duplicate message",
    lab: words("same PDU twice; replayed request; retransmission after success"),
    spec: words("repeated reception of an identical transaction; idempotent treatment of repetitions"),
    plain: words("the same request comes in twice; an echo of an earlier request"),
    layers: ["control", "session", "user_plane", "operations"],
    stimuli: [
      "Send the identical PDU again 20 ms later.",
      "Let the proxy on {interface} repeat the request.",
      "Resend the last request after the reply was received.",
    ],
    outcomes: [
      "The second copy changes nothing.",
      "The stored reply is sent again, state is kept.",
      "Counters step once only.",
    ],
  },
  {
    name: "unexpected cause value",
    lab: words("spare cause code; unlisted reason; reserved enum value"),
    spec: words("indication of a reason outside the defined range; forward compatibility of causes"),
    plain: words("a reason nobody has heard of; an unknown error code"),
    layers: ["control", "session"],
    stimuli: [
      "Answer with a reserved code point.",
      "Let the {node} use an extension value of the enumeration.",
      "Replace the cause by a spare number.",
    ],
    outcomes: [
      "The value is treated as unspecified.",
      "A generic fallback is used and logged.",
      "No assertion is hit.",
    ],
  },
];
