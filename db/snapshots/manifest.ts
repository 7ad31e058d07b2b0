import { compareText } from "../../base/hash.ts";
import { UserError } from "../../base/user-error.ts";
import type { SubstrateManifest } from "../substrate-manifest.ts";

/** A manifest as it was stored at `place`. Throws a UserError `substrate` for a version that this code does not know. */
export function checkedManifest(stored: unknown, place: string): SubstrateManifest {
  const manifest = stored as SubstrateManifest;
  if (manifest.version === 1) return manifest;
  throw new UserError(
    "substrate",
    `${place}: expected a snapshot of version 1, found version ${String(manifest.version)}`,
    { hint: "it was made by another version of scopebench: delete it and build again" },
  );
}

/** Newest first, then by hash. */
export function newestFirst(manifests: readonly SubstrateManifest[]): SubstrateManifest[] {
  return [...manifests].sort(
    (a, b) => compareText(b.builtAt, a.builtAt) || compareText(a.snapshotHash, b.snapshotHash),
  );
}
