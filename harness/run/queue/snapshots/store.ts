import { createReadStream, openAsBlob } from "node:fs";
import { access, copyFile, rename, rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { AwsClient } from "aws4fetch";
import { type Environment, namedSecret } from "../../../../base/environment.ts";
import { makeFolder } from "../../../../base/make-folder.ts";
import { ownName } from "../../../../base/process-name.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { PackedSnapshots } from "../../../dag/worker-pool.ts";

/**
 * A folder that all machines see, by its absolute path, or `s3://bucket/prefix` of an S3-compatible store, whose region, address and keys
 * are those that every tool for S3 reads: AWS_REGION, AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN.
 * @throws UserError `config` for another place, `credentials` where a key is not set
 */
export function snapshotStoreAt(place: string, environment: Environment): PackedSnapshots {
  if (isAbsolute(place)) return folderStore(place);
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w./-]*))?$/.exec(place) ?? [];
  if (bucket !== undefined) return s3Store({ place, bucket, prefix: prefix.replace(/\/$/, "") }, environment);
  throw new UserError("config", `expected an absolute path or s3://bucket/prefix for snapshots, found ${place}`, {
    hint: "for example --snapshots /mnt/shared/scopebench, or --snapshots s3://my-bucket/scopebench",
  });
}

function folderStore(place: string): PackedSnapshots {
  return {
    place,
    has: (name) =>
      access(join(place, name)).then(
        () => true,
        () => false,
      ),
    async put(name, file) {
      const partial = join(place, `${name}.${ownName()}.tmp`);
      try {
        await makeFolder(place);
        await copyFile(file, partial);
        await rename(partial, join(place, name));
      } finally {
        await rm(partial, { force: true });
      }
    },
    async *get(name) {
      try {
        yield* createReadStream(join(place, name)) as AsyncIterable<Buffer>;
      } catch (error) {
        throw new UserError("environment", `cannot read ${name} in ${place}: ${messageOf(error)}`, {
          hint: "is the folder of --snapshots there on this machine?",
        });
      }
    },
  };
}

interface Bucket {
  place: string;
  bucket: string;
  prefix: string;
}

function s3Store({ place, bucket, prefix }: Bucket, environment: Environment): PackedSnapshots {
  const region = environment.AWS_REGION ?? "us-east-1";
  const client = new AwsClient({
    accessKeyId: namedSecret("AWS_ACCESS_KEY_ID", environment),
    secretAccessKey: namedSecret("AWS_SECRET_ACCESS_KEY", environment),
    ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
    service: "s3",
    region,
    retries: 3,
  });
  // An address of one's own rarely has a name for each bucket.
  const address = environment.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
  const urlOf = (name: string) => [address.replace(/\/$/, ""), bucket, ...(prefix ? [prefix] : []), name].join("/");
  const ask = async (method: string, name: string, body?: Blob): Promise<Response> => {
    const headers = body && { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
    const answer = await client.fetch(urlOf(name), { method, ...(body && { body, headers }) }).catch((error: Error) => {
      throw refused(`${method} of ${name} in ${place}: ${messageOf(error.cause ?? error)}`);
    });
    if (answer.ok || (method === "HEAD" && answer.status === 404)) return answer;
    throw refused(`${method} of ${name} in ${place}: ${answer.status} ${answer.statusText}`);
  };
  return {
    place,
    has: async (name) => (await ask("HEAD", name)).ok,
    put: async (name, file) => void (await ask("PUT", name, await openAsBlob(file))),
    async *get(name) {
      const { body } = await ask("GET", name);
      if (body) yield* body;
    },
  };
}

function refused(message: string): UserError {
  return new UserError("environment", message, {
    hint: "check AWS_ENDPOINT_URL, AWS_REGION, the keys and their rights to the bucket",
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
