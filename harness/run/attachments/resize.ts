import type { SentPicture } from "../../../db/enrichment/enrichment.ts";

/** Pixels of the longer side: models scale down what is larger, and letters of a screenshot can still be read. */
const LONGEST = 1_024;

const BEGINNINGS = [
  ["image/png", /^\x89PNG\r\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
] as const;

/** What kind of picture a file is by its first bytes; null for any other. */
export function pictureType(head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 16)).toString("latin1");
  return BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0] ?? null;
}

/**
 * A picture as it is sent: a PNG whose longer side has at most 1,024 pixels. Some 750 pixels are a token, by Anthropic's rule for vision. Null
 * where it cannot be read, or shows nothing.
 */
export async function resized(bytes: Uint8Array): Promise<SentPicture | null> {
  const { Resvg } = await import("@resvg/resvg-js");
  const href = `data:${pictureType(bytes)};base64,${Buffer.from(bytes).toString("base64")}`;
  const draw = (size: string) =>
    new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`);
  const box = draw("").getBBox();
  if (!box || box.width < 1 || box.height < 1) return null;
  const scale = Math.min(1, LONGEST / Math.max(box.width, box.height));
  const [width, height] = [box.width, box.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const drawn = draw(`width="${width}" height="${height}"`).render();
  // Of a damaged file the size may be known and nothing be drawn.
  if (drawn.pixels.every((value) => value === 0)) return null;
  return {
    mediaType: "image/png",
    base64: drawn.asPng().toString("base64"),
    tokens: Math.ceil((width * height) / 750),
  };
}
