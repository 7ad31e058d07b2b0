/** Node's timers go no further (24 days): a longer one would be over at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
