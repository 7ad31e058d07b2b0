import { parseObject } from "../../base/json-object.ts";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import type { SubstrateManifest } from "../ports/substrate-manifest.ts";

/** A manifest as it was stored at `place`. @throws UserError `substrate` for a version that this code does not know, and for none */
export function readManifestText(text: string, place: string): SubstrateManifest {
  const stored = parseObject(text);
  if (stored?.version === 1) return stored as unknown as SubstrateManifest;
  const found = stored ? `version ${String(stored.version)}` : "no manifest";
  throw new UserError("substrate", `${place}: expected a snapshot of version 1, found ${found}`, {
    hint: "it was made by another version of scopebench, or was damaged: delete it and build again",
  });
}

/** Newest first, then by hash. */
export function newestFirst(manifests: readonly SubstrateManifest[]): SubstrateManifest[] {
  return [...manifests].sort(
    (a, b) => compareText(b.built_at, a.built_at) || compareText(a.snapshot_hash, b.snapshot_hash),
  );
}
