import type { Item } from "../protocol/item-index.ts";
import type { ChangeText } from "./change-text.ts";

export interface NamedItem extends Item {
  /** What of the change it was found by, as it stands there. */
  by: string;
}

/** A change, and what the records have of it. */
export interface FoundChange {
  /** What the agent is asked, as plain sentences. */
  told: string;
  kind: ChangeText["kind"];
  /** Records that it names: by id, by file, by their whole name. */
  items: readonly NamedItem[];
  /** What has the shape of an id and no record. */
  unknown: readonly string[];
  /** Records that say what is most like it, best first, besides those: for who asks to choose from. */
  near: readonly Item[];
}
