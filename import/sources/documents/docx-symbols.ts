/** What fonts of pictures draw for a character (`w:sym`), as far as it says something in a text. Word adds F000 to the code. */
const FONTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  symbol: {
    ...greek("ABGDEZHQIKLMNXOPRSTUFCYW", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
    ...greek("abgdezhqiklmnxoprVstufcyw", "αβγδεζηθικλμνξοπρςστυφχψω"),
    ...codes(
      "a3 ≤ b3 ≥ b1 ± b4 × b0 ° b7 • b8 ÷ b9 ≠ ba ≡ bb ≈ a5 ∞ ac ← ad ↑ ae → af ↓ ab ↔ d6 √ e5 ∑ f2 ∫ b6 ∂ d1 ∇ ce ∈ a2 ′ b2 ″ d7 ⋅ de ⇒ db ⇔",
    ),
  },
  wingdings: codes("fc ✓ fb ✗ fd ☒ fe ☑ a8 ☐ 6f ☐ 78 ☒ 6c ● a7 ▪ d8 ➢ e0 → df ← e1 ↑ e2 ↓ f0 ⇨"),
  "wingdings 2": codes("50 ✓ 4f ✗ 52 ☑ 51 ☒ a3 ☐"),
};

/** Null where it is not known what is drawn. */
export function symbolOf({ font = "", char = "" }: Readonly<Record<string, string>>): string | null {
  const code = Number.parseInt(char, 16) & 0xff;
  return FONTS[font.toLowerCase()]?.[code.toString(16).padStart(2, "0")] ?? null;
}

function greek(letters: string, drawn: string): Record<string, string> {
  return Object.fromEntries(
    [...letters].map((letter, at) => [letter.charCodeAt(0).toString(16), [...drawn][at] as string]),
  );
}

function codes(pairs: string): Record<string, string> {
  return Object.fromEntries([...pairs.matchAll(/(\S+) (\S+)/g)].map(([, code, drawn]) => [code, drawn]));
}
