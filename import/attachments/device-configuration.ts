/** A line of a device's configuration, without its indentation. */
interface ConfigurationLine {
  /** From 1. */
  number: number;
  text: string;
}

/** A line that nothing stands above, with those beneath it, at any depth. */
export interface ConfigurationBlock extends ConfigurationLine {
  below: readonly ConfigurationLine[];
}

export interface DeviceConfiguration {
  blocks: readonly ConfigurationBlock[];
  /** What may not be read as it is meant, a sentence each. */
  problems: readonly string[];
}

/** A line of this length is no command: patterns see its beginning. */
const LONGEST_LINE = 4_096;

/**
 * Reads a configuration as network devices print it: a command a line, and what belongs to it indented beneath (systems of
 * Cisco, Arista, HPE and those alike) or in braces (Junos, F5). Blank lines, comments (`!`, `#`) and closing braces are no
 * lines of it; what a banner shows is beneath the banner. It need not be told which device it is of.
 */
export function readDeviceConfiguration(text: string): DeviceConfiguration {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none but tabs, ends of lines and pages, and ^C
  if (/[\0-\x02\x04-\x08\x0e-\x1f\x7f\ufffd]/.test(text))
    return { blocks: [], problems: ["it has signs that no configuration has: it is no text, or damaged"] };
  const lines = text.split(/\r\n|\r|\n/);
  const problems = lines.flatMap(({ length }, at) =>
    length > LONGEST_LINE ? [`line ${at + 1} has ${length} characters: patterns see the first ${LONGEST_LINE}`] : [],
  );
  const depths = depthsOf(lines);
  const isBalanced = depths?.at(-1) === 0;
  if (depths !== null && !isBalanced)
    problems.push("its braces do not open and close in pairs: it is read by its indentation");
  const found = new Blocks(problems);
  for (let at = 0; at < lines.length; at++) {
    found.add(lines[at]!, at + 1, isBalanced ? depths[at]! > 0 : null);
    const end = endOfBanner(lines, at);
    if (end === null) problems.push(`line ${at + 1} is a banner without a text or an end: it is read as one line`);
    else for (; at < end; at++) found.addShown(lines[at + 1]!, at + 2);
  }
  return { blocks: found.blocks, problems };
}

/** The blocks of the lines so far. */
class Blocks {
  readonly blocks: (ConfigurationBlock & { below: ConfigurationLine[] })[] = [];
  readonly #problems: string[];
  /** Of the block's first line, in signs; null where no block is open. */
  #indentation: number | null = null;
  /** HPE begins lines of their own with a blank, after a line `#`. */
  #mayBegin = false;

  constructor(problems: string[]) {
    this.#problems = problems;
  }

  /** `isWithin` says whether the line is beneath another; null: its indentation says it. */
  add(line: string, number: number, isWithin: boolean | null): void {
    const text = commandIn(line);
    if (/^[!#]$/.test(line.trimEnd())) [this.#indentation, this.#mayBegin] = [null, text === "#"];
    if (/^$|^[!#]|^[}\]]+$/.test(text)) return;
    const indentation = line.search(/\S/);
    if (isWithin ?? indentation > (this.#indentation ?? indentation)) {
      this.blocks.at(-1)?.below.push({ number, text });
      return;
    }
    if (indentation > 0 && !this.#mayBegin)
      this.#problems.push(`line ${number} is indented beneath nothing: it is read as a block of its own`);
    this.blocks.push({ number, text, below: [] });
    this.#indentation = indentation;
  }

  /** A line that a banner shows. */
  addShown(line: string, number: number): void {
    const text = commandIn(line);
    if (text !== "") this.blocks.at(-1)?.below.push({ number, text });
  }
}

/** Without what opens or ends it in braces. */
function commandIn(line: string): string {
  return line
    .slice(0, LONGEST_LINE)
    .trim()
    .replace(/\s*[{;]$/, "");
}

/** How deep in braces each line begins, and last the end; null where it is no configuration in braces. */
function depthsOf(lines: readonly string[]): number[] | null {
  const heads = lines.filter((line, at) => /^[^\s!#}]/.test(line) && /^\s+[^\s!#]/.test(lines[at + 1] ?? ""));
  if (heads.filter((line) => /\{\s*(?:#.*)?$/.test(line)).length * 2 <= heads.length) return null;
  const depths = [0];
  for (const line of lines) {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"|#.*$/g, "");
    const level = (brace: RegExp) => bare.match(brace)?.length ?? 0;
    depths.push(depths.at(-1)! + level(/\{/g) - level(/\}/g));
  }
  return depths;
}

/** `banner motd ^C`: the delimiter is ^ and a sign, or a sign; a letter or a digit only where it stands alone. Without one (EOS) a line `EOF` ends it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sign that ^C stands for
const BANNER = /^\s*banner\s+\S+(?:\s+(\^\S|\x03|\S(?=\s*$)|[^\sA-Za-z0-9])(.*)|\s*)$/;

/** Place of its last line: `at` where it ends at once, or is no banner (ASA's have their text in each line); null where it never ends. */
function endOfBanner(lines: readonly string[], at: number): number | null {
  const banner = BANNER.exec(lines[at]!);
  if (!banner) return at;
  const [, delimiter, rest = ""] = banner;
  if (delimiter !== undefined && rest.includes(delimiter)) return at;
  const isEnd = (line: string) => (delimiter === undefined ? line.trim() === "EOF" : line.includes(delimiter));
  const found = lines.findIndex((line, place) => place > at && isEnd(line));
  return found < 0 ? null : found;
}
