/**
 * Contents as one run of bytes, with where each starts (from 1, as PostgreSQL counts) and its length: what an array would
 * quote, and the database read letter by letter, goes over as it is. A content that is null has neither.
 */
export function toOneRun(contents: readonly (Uint8Array | null)[]): {
  starts: (number | null)[];
  sizes: (number | null)[];
  bytes: Buffer;
} {
  let next = 1;
  const starts = contents.map((content) => {
    const start = next;
    next += content?.length ?? 0;
    return content && start;
  });
  return {
    starts,
    sizes: contents.map((content) => content?.length ?? null),
    bytes: Buffer.concat(contents.filter((content) => content !== null)),
  };
}
