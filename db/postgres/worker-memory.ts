/** Bytes that the database may use: a build of the full corpus with HNSW takes 221 MB, the module alone would allow 4 GB. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;

const PAGE_BYTES = 65_536;

/**
 * Lets no WebAssembly memory of this thread grow past the limit. The module's allocator reports what is refused here as
 * out of memory, and PostgreSQL answers with an ordinary error (53200) instead of taking the whole process with it.
 */
export function limitMemory(maxBytes = MAX_MEMORY_BYTES): void {
  const { prototype } = (globalThis as unknown as WithMemory).WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function limited(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > maxBytes) throw new RangeError("out of memory");
    return grow.call(this, pages);
  };
}

// Node's types leave the class out.
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface WithMemory {
  WebAssembly: { Memory: { prototype: WasmMemory } };
}
