const PAGE_BYTES = 65_536;

export interface MemoryLimit {
  /** Lets no memory grow by more than so many bytes while this runs, what earlier ones made it grow by included: it never shrinks. */
  within<T>(bytes: number, run: () => Promise<T>): Promise<T>;
}

/**
 * Lets no WebAssembly memory of this thread grow past the limit. A module's allocator takes what is refused here for the end of the
 * system's memory, so that the module fails, and not the process.
 */
export function limitMemory(maxBytes: number): MemoryLimit {
  const { prototype } = (globalThis as unknown as WithMemory).WebAssembly.Memory;
  const { grow } = prototype;
  /** Outside of `within`. */
  let taken = 0;
  let most = maxBytes;
  let isWithin = false;
  prototype.grow = function limited(this: WasmMemory, pages: number): number {
    const wanted = this.buffer.byteLength + pages * PAGE_BYTES;
    if (wanted > most) throw new RangeError("out of memory");
    if (!isWithin) taken = wanted;
    return grow.call(this, pages);
  };
  return {
    async within(bytes, run) {
      isWithin = true;
      most = Math.min(maxBytes, taken + bytes);
      try {
        return await run();
      } finally {
        isWithin = false;
        most = maxBytes;
      }
    },
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
