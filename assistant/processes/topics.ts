/** PostgreSQL's channel on which services tell one another that something has happened, and what of: a run or a thread. */
export const CHANNEL = "scopebench_assistant";

/** With the run's id behind it. */
export const EVENTS_TOPIC = "events ";
export const eventsOf = (run: string): string => EVENTS_TOPIC + run;
export const cancelOf = (run: string): string => `cancel ${run}`;
/** A run of the thread is over. */
export const overOf = ({ key }: { key: string }): string => `over ${key}`;
