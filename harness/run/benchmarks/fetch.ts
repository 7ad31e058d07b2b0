import { dirname, join } from "node:path";
import { megabytes } from "../../../base/counts.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { redactAddresses } from "../../../base/providers/secrets/addresses.ts";
import { UserError } from "../../../base/user-error.ts";
import { withScratchFolder } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { filesOfZip, isZip } from "../../../import/sources/archive.ts";
import { MOST_UNPACKED_BYTES } from "../../../import/sources/files.ts";

/**
 * Downloads what an address of the user's names, a file or a zip archive, for the time of `use`. The only request that scopebench makes
 * for data: to this address, and to where its server sends on.
 * @throws UserError `usage` for an address that is not https (or this machine's), `input` for what is not given or too large
 */
export async function withFetched<T>(
  { address, signal }: { address: string; signal: AbortSignal | null },
  use: (path: string) => Promise<T>,
): Promise<T> {
  const url = checkedAddress(address);
  const bytes = await download(url, signal);
  return withScratchFolder("benchmark", async (folder) => {
    const name = /[\w.-]+$/.exec(url.pathname)?.[0] ?? "data";
    if (!isZip(bytes)) {
      await writeFile(join(folder, name), bytes);
      return use(join(folder, name));
    }
    for (const file of await filesOfZip({ name, bytes: async () => bytes })) {
      const path = join(folder, "data", file.name);
      await makeFolder(dirname(path));
      await writeFile(path, await file.bytes());
    }
    return use(join(folder, "data"));
  });
}

function checkedAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && isSafe(url)) return url;
  throw new UserError("usage", `cannot fetch from ${redactAddresses(address)}`, {
    hint: "expected an address that begins with https://; a server of this machine may have http://",
  });
}

/** Nobody between can change what comes. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
}

async function download(url: URL, signal: AbortSignal | null): Promise<Uint8Array> {
  const what = redactAddresses(url.href);
  const failed = (why: string, cause?: unknown) => new UserError("input", `${what}: ${why}`, { cause, hint: HINT });
  const answer = await fetch(url, { signal }).catch((error: Error) => {
    throw failed(`cannot be fetched: ${(error.cause as Error | undefined)?.message ?? error.message}`, error);
  });
  if (!answer.ok) throw failed(`HTTP ${answer.status}`);
  if (!isSafe(new URL(answer.url))) throw failed("its server sends on to an address without https");
  const blocks: Uint8Array[] = [];
  let length = 0;
  for await (const block of answer.body ?? []) {
    blocks.push(block);
    length += block.length;
    if (length > MOST_UNPACKED_BYTES) throw failed(`more than ${megabytes(MOST_UNPACKED_BYTES)}`);
  }
  return Buffer.concat(blocks);
}

const HINT = "download it by hand, and name the folder with --from";
