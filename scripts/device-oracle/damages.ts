type Bytes = Uint8Array;

/** What may happen to a file on its way. */
const DAMAGES: Readonly<Record<string, (text: string, at: number, noise: string) => string>> = {
  cut: (text, at) => text.slice(0, at),
  gap: (text, at) => text.slice(0, at) + text.slice(at + 100),
  "line-gone": (text, at) => text.slice(0, lineAt(text, at)) + text.slice(lineEnd(text, at)),
  "line-twice": (text, at) => text.slice(0, lineEnd(text, at)) + text.slice(lineAt(text, at)),
  byte: (text, at, noise) => text.slice(0, at) + noise[0] + text.slice(at + 1),
  noise: (text, at, noise) => text.slice(0, at) + noise + text.slice(at),
  tabs: (text) => text.replaceAll(/^ +/gm, "\t"),
  returns: (text) => text.replaceAll(/\r?\n/g, "\r"),
  "not-indented": (text, at) => text.slice(0, lineAt(text, at)) + text.slice(lineAt(text, at)).trimStart(),
  indented: (text, at) => `${text.slice(0, lineAt(text, at))}  ${text.slice(lineAt(text, at))}`,
  "sign-gone": (text, at) => text.slice(0, at) + text.slice(at).replace(/[{}!#^]/, ""),
};
const lineAt = (text: string, at: number) => text.lastIndexOf("\n", at - 1) + 1;
const lineEnd = (text: string, at: number) => (text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at) + 1);

/** So many damaged files by name, a random one at a random place each; bytes are taken as they are. */
export function damagedAtRandom(
  files: readonly (readonly [name: string, bytes: Bytes])[],
  count: number,
  random: () => number,
): Map<string, Bytes> {
  const draw = (below: number) => Math.floor(random() * below);
  const kinds = Object.keys(DAMAGES);
  const damaged = Array.from({ length: count }, (_, number) => {
    const [name, bytes] = files[draw(files.length)]!;
    const kind = kinds[draw(kinds.length)]!;
    const noise = String.fromCharCode(...Array.from({ length: 20 }, () => draw(256)));
    const text = DAMAGES[kind]!(Buffer.from(bytes).toString("latin1"), draw(bytes.length), noise);
    return [`${number}-${kind}-${name}`, new Uint8Array(Buffer.from(text, "latin1"))] as const;
  });
  return new Map(damaged);
}
