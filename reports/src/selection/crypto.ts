import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";

// Stands for `node:crypto` where a browser computes: seeds of random numbers are hashes, and must be the same ones.

export function hash(_algorithm: "sha256", data: string | Uint8Array, _encoding: "hex"): string {
  return bytesToHex(sha256(data));
}

export function createHash(_algorithm: "sha256") {
  const hash = sha256.create();
  return {
    update(data: string | Uint8Array) {
      hash.update(data);
      return this;
    },
    digest() {
      const bytes = hash.digest();
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      return { readUInt32LE: (offset: number) => view.getUint32(offset, true) };
    },
  };
}
