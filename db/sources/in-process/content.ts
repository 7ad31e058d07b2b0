/**
 * What a source in this process serves: the items of a wiki, a chat, a tracker and a store of test cases, with who may read them.
 * It stands in for servers: nothing is asked over a network.
 */

export const IN_PROCESS_SOURCES = ["wiki", "chat", "tracker", "tests"] as const;
export type InProcessSourceName = (typeof IN_PROCESS_SOURCES)[number];

/** Who may read. Null in its place: whoever may read what it stands in. */
export interface Restriction {
  people: readonly string[];
  groups: readonly string[];
}

export interface ServedMember {
  /** As in `ada.keller`: what an item names its author by, and a caller. */
  id: string;
  name: string;
  email: string;
  groups: readonly string[];
}

/** A space, a channel, a direct conversation, a project, a suite. */
export interface ServedPlace {
  id: string;
  source: InProcessSourceName;
  kind: "space" | "channel" | "direct" | "project" | "suite";
  name: string;
  restriction: Restriction | null;
}

export interface ServedItem {
  id: string;
  source: InProcessSourceName;
  kind: "page" | "message" | "issue" | "comment" | "test_case";
  place: string;
  /** The page above, the message that a thread began with, the issue of a comment; null at the top. */
  parent: string | null;
  /** "" of a message and of a comment. */
  title: string;
  text: string;
  author: string;
  /** ISO 8601, UTC. */
  created: string;
  restriction: Restriction | null;
}

export interface ServedContent {
  members: readonly ServedMember[];
  places: readonly ServedPlace[];
  items: readonly ServedItem[];
}
