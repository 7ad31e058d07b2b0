/** How a value stands in texts that quote it: as it is, in JSON, in addresses and in Base64. */
export function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const forms = [
    value,
    json,
    json.replaceAll("/", "\\/"), // As PHP writes it.
    ...base64Forms(Buffer.from(value)),
  ];
  return [...new Set([...forms, ...forms.flatMap(inAddress)])];
}

/** Those that encode all signs and those that leave a few; hexadecimal digits in capitals or not. */
function inAddress(text: string): string[] {
  const few = encodeURIComponent(text);
  const all = few.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return [few, all].flatMap((form) => [form, form.replace(/%../g, (code) => code.toLowerCase())]);
}

/** Whole, and as the middle of something longer (`user:value`), in which it begins at any of three places of a group. */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString("base64");
  const within = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64url");
    // What shares a character with its neighbours is different each time.
    const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
    return text.slice(offset === 0 ? 0 : offset + 1, text.length - tail);
  });
  return [whole, ...within].flatMap((text) => [
    text.replaceAll("-", "+").replaceAll("_", "/"),
    text.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
}
