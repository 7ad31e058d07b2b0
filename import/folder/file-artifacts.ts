import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import type { Artifact, ArtifactHead, Artifacts } from "../../db/ports/corpus.ts";
import type { RedactionCounter } from "../redaction/counts.ts";
import { makeStorable } from "./storable.ts";

/** Where an artifact's line stands in its file, in bytes. */
export interface ArtifactPlace extends ArtifactHead {
  at: number;
  length: number;
}

/** What is read ahead while artifacts stand one after the other. */
const BLOCK_BYTES = 256 * 1024;

/**
 * The artifacts of a checked `artifacts.jsonl` by id: where each stands is kept, and its texts are read whenever they are gone through.
 * @throws UserError `corpus`, while it is gone through, when the file is no longer the one that was checked
 */
export class FileArtifacts implements Artifacts {
  readonly length: number;
  readonly heads: readonly ArtifactHead[];
  readonly #path: string;
  readonly #at: Float64Array;
  readonly #lengths: Int32Array;
  readonly #version: string;
  readonly #redaction: RedactionCounter | null;

  constructor(path: string, places: readonly ArtifactPlace[], redaction: RedactionCounter | null = null) {
    const sorted = [...places].sort((a, b) => compareText(a.id, b.id));
    this.length = sorted.length;
    this.heads = sorted.map(({ id, type }) => ({ id, type }));
    this.#path = path;
    this.#redaction = redaction;
    this.#at = Float64Array.from(sorted, ({ at }) => at);
    this.#lengths = Int32Array.from(sorted, ({ length }) => length);
    this.#version = this.#withFile(versionOf);
  }

  *[Symbol.iterator](): Generator<Artifact> {
    const file = openSync(this.#path, "r");
    try {
      if (versionOf(file) !== this.#version) throw this.#changed();
      const decoder = new TextDecoder();
      for (const bytes of this.#lines(file)) {
        const line = decoder.decode(bytes);
        const read = JSON.parse(line) as Artifact;
        const { id, type, title, text, meta = {} } = this.#redaction?.again(read) ?? read;
        yield makeStorable({ id, type, title, text, meta }, line);
      }
      if (versionOf(file) !== this.#version) throw this.#changed();
    } finally {
      closeSync(file);
    }
  }

  /** The bytes of each hold until the next one. */
  *#lines(file: number): Generator<Buffer> {
    let block = Buffer.alloc(BLOCK_BYTES);
    let [start, end] = [0, 0];
    for (let index = 0; index < this.length; index++) {
      const [at, length] = [this.#at[index]!, this.#lengths[index]!];
      if (at < start || at + length > end) {
        // A file in another order is read line by line.
        const follows = at >= start && at <= end + 2;
        if (length > block.length) block = Buffer.alloc(length);
        const read = readSync(file, block, 0, follows || index === 0 ? block.length : length, at);
        if (read < length) throw this.#changed();
        [start, end] = [at, at + read];
      }
      yield block.subarray(at - start, at - start + length);
    }
  }

  #withFile<T>(use: (file: number) => T): T {
    const file = openSync(this.#path, "r");
    try {
      return use(file);
    } finally {
      closeSync(file);
    }
  }

  #changed(): UserError {
    return new UserError("corpus", `${this.#path} was changed while it was read`, { hint: "run it again" });
  }
}

function versionOf(file: number): string {
  const { ino, size, mtimeMs } = fstatSync(file);
  return [ino, size, mtimeMs].join(" ");
}
