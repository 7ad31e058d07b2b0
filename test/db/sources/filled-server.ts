import type { ContractWorld } from "./contract.ts";

/** A server that holds what the contract needs. */
export interface FilledServer {
  url: string;
  /** Asked at this address: the server's own, or that of a proxy before it. */
  world(url: string): ContractWorld;
  stop(): Promise<void>;
}
