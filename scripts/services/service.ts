/** A server that `scripts/services.ts` can start. One file a service, one line in `registry.ts`. */
export interface Service {
  readonly name: string;
  /** Started where it is named, and not with all others: most who want a database do not want it. */
  readonly isByNameOnly?: boolean;
  /**
   * Downloads what is missing, starts the server on a free loopback port and waits until it answers; or finds it
   * running. Data in `folder` from before are used again. Throws a UserError `environment` that says what is missing.
   */
  start(context: ServiceContext): Promise<RunningService>;
  /** Null when it does not run. */
  status(context: ServiceContext): Promise<RunningService | null>;
  /** Ends the process; data stay. False when it was not running. */
  stop(context: ServiceContext): Promise<boolean>;
}

export interface ServiceContext {
  /** This service's own; may not be there yet. */
  folder: string;
  /** Where what it downloads lies, shared by servers of several homes. */
  downloads: string;
  log(message: string): void;
}

export interface RunningService {
  pid: number;
  /** For people: `PostgreSQL 18.1 on 127.0.0.1:5433`. */
  description: string;
  /** What a shell should export to use the server. */
  environment: Readonly<Record<string, string>>;
}
