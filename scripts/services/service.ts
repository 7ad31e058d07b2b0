import type { ServiceState } from "./process.ts";

/** A server that `scripts/services.ts` can start. One file a service, one line in `registry.ts`. */
export interface Service {
  readonly name: string;
  /** Asks for an orderly end. */
  readonly stopSignal: NodeJS.Signals;
  /**
   * Downloads what is missing, starts the server on a free loopback port and waits until it answers. Data in `folder`
   * from before are used again. Throws a UserError `environment` that says what is missing.
   */
  start(context: ServiceContext): Promise<ServiceState>;
}

export interface ServiceContext {
  /** This service's own; may not be there yet. */
  folder: string;
  log(message: string): void;
}
