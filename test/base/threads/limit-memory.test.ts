import { afterEach, expect, it } from "vitest";
import { limitMemory } from "../../../base/threads/limit-memory.ts";

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: new (pages: object) => Memory } }).WebAssembly;
const PAGE = 65_536;

const { grow } = Memory.prototype;
afterEach(() => void Object.assign(Memory.prototype, { grow }));

it("refuses what would go beyond the limit, and less while something runs; what it refused takes nothing", async () => {
  const limit = limitMemory(8 * PAGE);
  const memory = new Memory({ initial: 1 });
  expect(memory.grow(3)).toBe(1);
  await limit.within(2 * PAGE, async () => {
    expect(() => memory.grow(3)).toThrow("out of memory");
    expect(memory.grow(2)).toBe(4);
    expect(() => memory.grow(1)).toThrow("out of memory");
  });
  await limit.within(2 * PAGE, async () => expect(() => memory.grow(1)).toThrow("out of memory"));
  expect(memory.grow(2)).toBe(6);
  await limit.within(2 * PAGE, async () => expect(() => memory.grow(1)).toThrow("out of memory"));
  expect(memory.buffer.byteLength).toBe(8 * PAGE);
});

it("holds no longer than what runs, which may fail", async () => {
  const limit = limitMemory(8 * PAGE);
  const memory = new Memory({ initial: 1 });
  await expect(limit.within(0, () => Promise.reject(new Error("of its own")))).rejects.toThrow("of its own");
  expect(memory.grow(7)).toBe(1);
});
