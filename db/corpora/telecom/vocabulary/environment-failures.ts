import { type FailureCondition, words } from "./concept.ts";

/** Faults of transport, radio, nodes and operation. */
export const ENVIRONMENT_FAILURES: readonly FailureCondition[] = [
  {
    name: "transport association loss",
    lab: words("SCTP abort; cable pulled; link down on the control path"),
    spec: words("outage of the signalling bearer; loss of the transport relation between nodes"),
    plain: words("the line between the two nodes breaks; nodes lose sight of each other"),
    layers: ["control", "session", "operations"],
    stimuli: [
      "Shut the switch port of {interface}.",
      "Send an ABORT on the association.",
      "Block the peer's address by the firewall rule.",
    ],
    outcomes: [
      "The association comes back and contexts are kept for the grace period.",
      "A secondary path takes over within one second.",
      "Pending transactions are failed with the transport cause.",
    ],
  },
  {
    name: "node restart",
    lab: words("process kill; warm reboot in the middle; pod respawn"),
    spec: words("loss of volatile state of a peer; recovery after unplanned interruption of a node"),
    plain: words("one of the boxes crashes; a server comes back with amnesia"),
    layers: ["control", "session", "user_plane", "operations"],
    stimuli: [
      "Kill the process of the {node} during the exchange.",
      "Power-cycle the {node} by the rack controller.",
      "Delete the pod while requests are pending.",
    ],
    outcomes: [
      "The peer detects the restart and clears its contexts.",
      "Service is back within the recovery budget.",
      "No stale entries survive the audit.",
    ],
  },
  {
    name: "radio link failure",
    lab: words("RLF; N310 out-of-sync streak; coverage hole"),
    spec: words("loss of the air interface during the procedure; interruption of radio coverage"),
    plain: words("the phone drops out of coverage; the signal is gone half way"),
    layers: ["radio", "control"],
    stimuli: [
      "Raise the attenuation until out-of-sync is declared.",
      "Cut the RF path for two seconds.",
      "Drive the fader profile through the hole.",
    ],
    outcomes: [
      "The failure is detected and the context is kept for recovery.",
      "A report with the last measurements can be fetched.",
      "The user plane resumes after recovery.",
    ],
  },
  {
    name: "integrity check failure",
    lab: words("MAC-I mismatch; wrong key on one end; tampered PDU"),
    spec: words("failed verification of message authenticity; inconsistent security context"),
    plain: words("somebody tampered with the message; keys that do not fit"),
    layers: ["radio", "control"],
    stimuli: [
      "Flip one bit of the protected payload.",
      "Let one end use the previous key.",
      "Corrupt the message authentication code.",
    ],
    outcomes: [
      "The PDU is discarded silently and counted.",
      "The connection is released with the security cause.",
      "No unprotected message is accepted.",
    ],
  },
  {
    name: "packet loss and delay",
    lab: words("lossy backhaul; 3 percent drop with 80 ms jitter; impaired transport"),
    spec: words("degraded transport quality; late and missing packets between nodes"),
    plain: words("a bad line; packets that arrive late or never"),
    layers: ["user_plane", "control", "operations", "session"],
    stimuli: [
      "Apply the impairment profile on {interface}.",
      "Insert loss and jitter by the emulator.",
      "Delay every third packet by 200 ms.",
    ],
    outcomes: [
      "The success rate stays above the floor.",
      "Retransmissions stay below the budget.",
      "No reordering reaches the upper layer.",
    ],
  },
  {
    name: "signalling congestion",
    lab: words("attach storm; CPU at 95 percent; queue watermark crossed"),
    spec: words("operation beyond the dimensioned signalling load; protection at peak rates"),
    plain: words("far too many requests at once; everybody calls at the same time"),
    layers: ["control", "session", "operations"],
    stimuli: [
      "Ramp the call model up to 150 percent.",
      "Start ten thousand users in one second.",
      "Keep the queue of the {node} above its watermark.",
    ],
    outcomes: [
      "Priority traffic is served first.",
      "Rejects carry a back-off value.",
      "The node returns to normal after the peak without manual action.",
    ],
  },
  {
    name: "configuration mismatch",
    lab: words("conflicting planned data; wrong PLMN in the table; differing parameter sets"),
    spec: words("inconsistent provisioning of two nodes; contradiction of managed data"),
    plain: words("the two sides are set up differently; somebody typed in the wrong value"),
    layers: ["control", "operations", "user_plane"],
    stimuli: [
      "Provision a different area list on the {node}.",
      "Load the parameter file of another site.",
      "Change one identifier on one end only.",
    ],
    outcomes: [
      "The mismatch is reported with both values.",
      "An alarm names the parameter.",
      "The exchange is refused, nothing is activated.",
    ],
  },
  {
    name: "loss of time reference",
    lab: words("GNSS antenna unplugged; grandmaster gone; holdover running out"),
    spec: words("unavailability of the synchronisation source; drift beyond the phase budget"),
    plain: words("clocks that run apart; the time signal disappears"),
    layers: ["operations", "radio"],
    stimuli: [
      "Disconnect the antenna of the receiver.",
      "Stop the announce messages of the master.",
      "Shift the phase by 2 microseconds.",
    ],
    outcomes: [
      "Holdover is entered and signalled.",
      "Transmission stops when the phase budget is used up.",
      "The source is taken back after the stability period.",
    ],
  },
  {
    name: "certificate expiry",
    lab: words("outdated TLS cert; chain not trusted any more; handshake alert 45"),
    spec: words("end of validity of a credential; refusal of an outdated trust chain"),
    plain: words("a security document that ran out; nobody renewed the credentials"),
    layers: ["operations", "session"],
    stimuli: [
      "Install a certificate that ends in one minute.",
      "Move the clock of the {node} past the end date.",
      "Remove the intermediate from the chain.",
    ],
    outcomes: [
      "The handshake is refused and an alarm raised ahead of time.",
      "Renewal happens without an interruption.",
      "Existing connections live until their rekey.",
    ],
  },
];
