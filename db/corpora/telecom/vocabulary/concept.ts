/**
 * A thing that texts are about, with the words of each group of writers. The words differ on purpose: a search for the
 * backlog's phrase does not find the testers' phrase by its letters.
 */
export interface Concept {
  /** The attribute's value and the knowledge-base term. */
  name: string;
  /** An abbreviation that testers use in titles and shorthand. */
  short?: string;
  /** What testers write instead of the name. */
  lab: readonly string[];
  /** What authors of requirements and features write instead of the name. */
  spec: readonly string[];
  /** What people say when they ask. Stands in the knowledge base, in some backlog items and in few tests. */
  plain: readonly string[];
}

/** Where a procedure runs; decides which failure conditions make sense for it. */
type Layer = "radio" | "control" | "session" | "user_plane" | "operations";

/** One protocol on which a procedure can be tested, and the messages that it exchanges there. */
export interface TestedProtocol {
  /** Name of the protocol, as in `PROTOCOLS`. */
  protocol: string;
  /** Names of messages of that protocol. */
  messages: readonly string[];
}

export interface Procedure extends Concept {
  layer: Layer;
  routes: readonly TestedProtocol[];
  /** Timers, counters and cause values that only this procedure has: rare tokens, in no paraphrase. */
  parameters: readonly string[];
}

export interface FeatureArea {
  /** The attribute's value. */
  name: string;
  /** How it reads in a sentence. */
  title: string;
  procedures: readonly Procedure[];
}

export interface FailureCondition extends Concept {
  layers: readonly Layer[];
  /** What a tester does to provoke it. `{node}` and `{interface}` are filled in. */
  stimuli: readonly string[];
  /** What must happen then. `{procedure}`, `{node}` and `{timer}` are filled in. */
  outcomes: readonly string[];
}

/** "a; b; c" as ["a", "b", "c"]: keeps long word lists readable. */
export function words(text: string): string[] {
  return text.split(";").map((word) => word.trim());
}
