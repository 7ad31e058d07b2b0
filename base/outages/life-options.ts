/** Milliseconds of the signs that are asked for. */
export const PACE = {
  /** Between two. Most statements are over before the first. */
  interval: 500,
  /** A server that takes longer over one was not at work all the time. */
  prompt: 1000,
  /** A server that gives none for so long is lost, and so is a statement that only waits; an overloaded one has been seen to take 10 s. */
  silence: 30_000,
  /** For a statement that was told to end. */
  grace: 5000,
};

/** What a server says of a statement that it runs. */
export interface Sign {
  /** The part of the time since the last sign in which it worked on the statement, 0 to 1. */
  share: number;
  /** What the statement waits for: `a lock that process 7 holds`. */
  waitsFor?: string | null;
  /** It may wait for what it asked for itself, as for much to be read. */
  ownDoing?: boolean;
}

export interface LifeOptions {
  server: string;
  /** Asks, on another connection, what became of the statement since the last time. @throws ServerLost */
  look: () => Promise<Sign>;
  /** Ends the statement, on another connection. */
  end: () => Promise<unknown>;
  /** The limit, in milliseconds of work: what the server spends on others, or the statement on locks, is no part of it. */
  limitMs?: number | undefined;
  /** What a statement over its limit fails with. */
  tooLong: () => Error;
  /** What one fails with that did not end when it was told to. Default: its server is lost. */
  unanswered?: () => Error;
  /** True for one that may wait as long as it takes, since nothing could take its place. */
  patient?: boolean;
  /** Default: `PACE`. */
  pace?: typeof PACE;
}
