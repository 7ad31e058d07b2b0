/** Sentence patterns of tests. Names in braces are filled in by `fill`. */

export const FAULT_TITLES: readonly string[] = [
  "{Procedure}: {failure} on {interface}",
  "{Failure} during {procedure}",
  "{Procedure} with {failure}",
  "{procedure}, negative case {n}",
  "{AREA}-{n} {procedure} NEG",
  "{Failure}: behaviour of {near} in {procedure}",
  "{Procedure} against a misbehaving {far}",
  "{interface}: {procedure}, fault {n} ({release})",
];

export const NOMINAL_TITLES: readonly string[] = [
  "{Procedure} on {interface}, {failure}",
  "{procedure}, basic case {n}",
  "{AREA}-{n} {procedure} POS",
  "{Procedure} between {near} and {far}, {failure}",
  "{Procedure} in {deployment}",
  "{interface}: {procedure} with {parameter}, {failure}",
  "{Procedure}, {release} behaviour",
];

export const PURPOSES: readonly string[] = [
  "Verifies {procedure} in {deployment}.",
  "Covers {procedure} as seen by the {near}.",
  "The {near} performs {procedure} towards the {far}; the outcome on {interface} is checked.",
  "Belongs to {area}: {procedure}.",
  "Looks at {procedure} between {near} and {far}.",
  "Short check of {procedure}, {release}.",
];

export const FAULT_PURPOSES: readonly string[] = [
  "Of interest: {failure}.",
  "Shows what happens on {failure}.",
  "Fault: {failure}.",
  "Triggered by {failure}.",
  "The run ends in {failure}.",
];

/** `failure` is how the nominal case is called here. */
export const NOMINAL_PURPOSES: readonly string[] = [
  "{Failure}.",
  "Nothing is provoked: {failure}.",
  "{Failure}, all peers behave.",
];

/** What kind of test it is. */
export const KINDS: readonly string[] = ["Type: {quality}.", "Run as {quality}.", "{Quality}."];

/** The subject as customers and managers would put it. */
export const CUSTOMER_WORDS: readonly string[] = ["In customer terms: {plain}.", "For managers: {plain}."];

/** How and where it runs. */
export const SETUPS: readonly string[] = [
  "Set-up: {deployment}, {release}, executed {context}.",
  "Executed {context}; {deployment}; software {release}.",
  "Bench: {release}, {deployment}. Runs {context}.",
];

/** How the subject is started. */
export const TRIGGERS: readonly string[] = [
  "Trigger {procedure} from the {near}.",
  "Start {procedure}.",
  "Let the {near} begin with {procedure}.",
];

/** The fault again, in other words. */
export const PROVOCATIONS: readonly string[] = [
  "Provoke {failure}.",
  "Now {failure} follows.",
  "Inject the fault ({failure}).",
];

/** The parameter in focus. */
export const FOCUS: readonly string[] = [
  "Set {parameter} to {value}.",
  "Vary {parameter} between {value} and its limit.",
  "Read {parameter} before and after.",
];

export const PRECONDITIONS: readonly string[] = [
  "{near} and {far} are up and {interface} is established.",
  "Users are provisioned; the trace on {interface} is on.",
  "A previous {other} has completed.",
  "No alarm is active on the {near}.",
  "Licences for {area} are loaded.",
  "Default parameter set.",
];

export const ACTIONS: readonly string[] = [
  "Start the capture on {interface}.",
  "Bring {users} users into service.",
  "Observe {message} from {near} to {far}.",
  "Wait until {message} is seen.",
  "Check the content of {message}.",
  "Send {message} by the stub.",
  "Read the counters of the {near}.",
  "Keep a ping running in the background.",
  "Filter {otherMessage} out of the capture.",
  "Repeat with the second {far}.",
  "Stop the traffic after {value} s.",
  "Compare with the run of the previous baseline.",
  "Collect logs from {near} and {far}.",
];

export const RESULTS: readonly string[] = [
  "{Procedure} completes on {interface}.",
  "{Message} carries the expected fields.",
  "Counters on {near} match the trace.",
  "Configured limits are respected.",
  "The success rate is at least {value} percent.",
  "No error is logged by the {far}.",
  "Service for the remaining users is unaffected.",
  "The state machine of the {near} is back in its initial state.",
];

/** Sentences that share vocabulary with other topics without being about them. */
export const DISTRACTIONS: readonly string[] = [
  "The variant with {otherFailure} is left to others.",
  "Do not mix up with {other}, which has its own set.",
  "{Other} runs in the background as load.",
  "{OtherFailure} was seen once in the past and must not occur here.",
  "For {other} use the neighbouring folder.",
  "{OtherMessage} must not appear in the trace.",
  "If {otherFailure} shows up, stop and restart the bench.",
  "{otherParameter} stays at its default.",
];

/** Mentions of a backlog item that are no link. */
export const MENTIONS: readonly string[] = [
  "See also {id} for the history.",
  "The idea came up during {id}, which is tested elsewhere.",
  "Written while {id} was still open.",
  "Not to be confused with the scope of {id}.",
  "Old bench script taken over from {id}.",
];

/** Headings of the four sections, per style of writing. */
export const HEADINGS: readonly { precondition: string; step: string; expected: string; note: string }[] = [
  { precondition: "Preconditions:", step: "Steps:", expected: "Expected result:", note: "Notes:" },
  { precondition: "Setup:", step: "Procedure:", expected: "Pass criteria:", note: "Remarks:" },
  { precondition: "**Pre-conditions**", step: "**Actions**", expected: "**Expected**", note: "**Note**" },
];

/** What stands for a name in a pattern, drawn anew at each use; undefined for a name that it does not know. */
export type Speaker = (name: string) => string | undefined;

/** Replaces `{name}`; `{Name}` gives the same value with a capital first letter. Unknown names are a bug. */
export function fill(pattern: string, speak: Speaker): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const exact = speak(name);
    if (exact !== undefined) return exact;
    const value = speak(name.charAt(0).toLowerCase() + name.slice(1));
    if (value === undefined) throw new Error(`no value for {${name}} in: ${pattern}`);
    return value.charAt(0).toUpperCase() + value.slice(1);
  });
}
