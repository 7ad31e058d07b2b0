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

/**
 * How a value stands in some further encodings, no others: in hexadecimal, every sign escaped, Base64 twice,
 * backwards. Searched for from end to end: short pieces of digits stand anywhere by chance.
 */
export function encodedForms(value: string): string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString("hex");
  const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at).toString(16).padStart(4, "0"));
  const pairs = hex.match(/../g) ?? [];
  const forms = [
    hex,
    pairs.map((pair) => `\\x${pair}`).join(""),
    pairs.map((pair) => `%${pair}`).join(""),
    ...[":", " ", "-"].map((separator) => pairs.join(separator)),
    units.map((unit) => `\\u${unit}`).join(""),
    ...["base64", "base64url"].flatMap((twice) =>
      ["base64", "base64url"].map((once) =>
        Buffer.from(bytes.toString(once as "base64"))
          .toString(twice as "base64")
          .replace(/=+$/, ""),
      ),
    ),
    [...value].reverse().join(""),
  ];
  const inCapitals = forms.slice(0, 7).map((form) => form.replace(/[0-9a-f]{2,}/g, (digits) => digits.toUpperCase()));
  return [...new Set([...forms, ...inCapitals])];
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
