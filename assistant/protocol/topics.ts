/** PostgreSQL's channel on which services tell one another that something has happened, and what of: a run or a thread. */
export const CHANNEL = "scopebench_assistant";

export const eventsOf = (run: string): string => `events ${run}`;
export const cancelOf = (run: string): string => `cancel ${run}`;
/** A run of the thread is asked for. */
export const askedOn = ({ key }: { key: string }): string => `asked ${key}`;
/** A run of the thread is over. */
export const overOf = ({ key }: { key: string }): string => `over ${key}`;
