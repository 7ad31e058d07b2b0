import { expect, it } from "vitest";
import { modelScale } from "../../../../harness/show/drawing/model-scale.ts";
import { DARK, GREYSCALE, LIGHT, partColors, type Theme } from "../../../../harness/show/drawing/theme.ts";
import { nonEmpty } from "../../../non-empty.ts";

type Rgb = [number, number, number];

/** Linear light, 0 to 1. */
function linear(hex: string): Rgb {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as Rgb;
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [dark, light] = [a, b].map((hex) => luminance(linear(hex))).sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Colour vision without one kind of cone (Machado, Oliveira & Fernandes, IEEE TVCG 15, 2009, table 1, severity 1). */
const VISIONS = {
  full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** As a printer without colour sees it. */
const GREY = [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722];

/** CIELAB, D65. */
function lab(hex: string, vision: readonly number[]): Rgb {
  const rgb = linear(hex);
  const row = (at: number) => rgb.reduce((sum, value, index) => sum + vision[at + index]! * value, 0);
  const [r, g, b] = [row(0), row(3), row(6)].map((value) => Math.min(1, Math.max(0, value))) as Rgb;
  const xyz = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)) as Rgb;
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
}

function difference(a: string, b: string, vision: readonly number[]): number {
  const [first, second] = [lab(a, vision), lab(b, vision)];
  return Math.hypot(...first.map((value, index) => value - second[index]!));
}

const THEMES: [string, Theme][] = [
  ["light", LIGHT],
  ["dark", DARK],
  ["greyscale", GREYSCALE],
];

it.each(THEMES)("%s: text has a contrast of at least 4.5, and in colour marks of six models at least 3", (_, theme) => {
  for (const color of [theme.ink, theme.muted]) expect(contrast(color, theme.paper)).toBeGreaterThanOrEqual(4.5);
  if (theme === GREYSCALE) return;
  for (const color of nonEmpty(theme.models)) expect(contrast(color, theme.paper)).toBeGreaterThanOrEqual(3);
});

it.each(THEMES)("%s: six models stay apart without colour, and three of them widely", (_, theme) => {
  const lightness = theme.models.map((color) => lab(color, GREY)[0]);
  const steps = (some: readonly number[]) =>
    [...some].sort((a, b) => a - b).flatMap((value, index, all) => (index === 0 ? [] : [value - all[index - 1]!]));
  expect(Math.min(...steps(lightness))).toBeGreaterThan(9);
  const three = modelScale({ models: ["a", "b", "c"], theme }).range.map((color) => lab(color, GREY)[0]);
  expect(Math.min(...steps(three))).toBeGreaterThan(14);
});

it("greys are in order: models, levels and the parts of a bar from one end to the other", () => {
  const sets = [2, 3, 4, 5, 6].map(
    (n) => modelScale({ models: "abcdef".slice(0, n).split(""), theme: GREYSCALE }).range,
  );
  const parts = [4, 7].map((n) =>
    partColors(
      Array.from({ length: n }, () => "#000000"),
      GREYSCALE,
    ),
  );
  const ordered = [...sets, ...parts, GREYSCALE.levels.toReversed()].map((colors) =>
    colors.map((color) => lab(color, GREY)[0]),
  );
  expect(ordered.map((lightness) => lightness.toSorted((a, b) => a - b))).toEqual(ordered);
});

it.each(THEMES)(
  "%s: six models, the levels, and the outcomes of an id stay apart without one kind of cone",
  (_, theme) => {
    const pairs = (colors: readonly string[]) =>
      colors.flatMap((color, index) => colors.slice(index + 1).map((other) => [color, other] as const));
    const sets = [theme.models, theme.levels, [theme.found, theme.lost, theme.none]];
    const distances = sets.flatMap((colors) =>
      pairs(colors).flatMap(([a, b]) => Object.values(VISIONS).map((vision) => difference(a, b, vision))),
    );
    // 2.3 is just noticeable side by side (Mahy and others, 1994); marks lie apart, so several times that.
    expect(Math.min(...distances)).toBeGreaterThan(9);
  },
);
