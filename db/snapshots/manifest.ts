import { compareText } from "../../base/hash.ts";
import { UserError } from "../../base/user-error.ts";
import type { SubstrateManifest } from "../substrate-manifest.ts";
import { withTodaysManifestNames } from "./old-names.ts";

/** A manifest as it was stored at `place`. Throws a UserError `substrate` for a version that this code does not know. */
export function checkedManifest(stored: unknown, place: string): SubstrateManifest {
  const { version } = stored as { version: unknown };
  if (version === 1) return withTodaysManifestNames(stored) as SubstrateManifest;
  throw new UserError("substrate", `${place}: expected a snapshot of version 1, found version ${String(version)}`, {
    hint: "it was made by another version of scopebench: delete it and build again",
  });
}

/** Newest first, then by hash. */
export function newestFirst(manifests: readonly SubstrateManifest[]): SubstrateManifest[] {
  return [...manifests].sort(
    (a, b) => compareText(b.built_at, a.built_at) || compareText(a.snapshot_hash, b.snapshot_hash),
  );
}
