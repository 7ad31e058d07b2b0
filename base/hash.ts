import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** SHA-256 in hex of a text or of bytes. */
export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** SHA-256 of a value's canonical JSON. */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
