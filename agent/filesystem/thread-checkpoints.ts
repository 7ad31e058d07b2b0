import { RunCheckpoints } from "./run-checkpoints.ts";

/** Fine enough that two branches of a thread never draw the same. */
const PARTS = 1e9;

/**
 * Checkpoints of a thread that can be taken up at an earlier one. The library numbers a channel's values 1, 2, ..., so that two
 * branches give different values the same number, and keeps the first (`@langchain/langgraph-checkpoint-postgres` 1.0.5; its
 * sister in Python adds a random part): an answer that is made again was stored as the earlier one. Here, too, a number has a part by chance.
 */
export class ThreadCheckpoints extends RunCheckpoints {
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + (1 + Math.floor(Math.random() * (PARTS - 1))) / PARTS;
  }
}
