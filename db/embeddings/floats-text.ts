/** Little-endian 32-bit numbers in Base64: a quarter of their decimal digits. */
export function floatsToText(floats: Float32Array): string {
  return Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength).toString("base64");
}

/** The other way; what is left of a last number is dropped. */
export function floatsFromText(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
}
