import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { ignoreClosedPipe } from "../harness/print/io.ts";

/**
 * Arguments of a script, whose help is the comment at its top. An unknown option ends it with a word, `--help` with the comment. From
 * now on a closed pipe (`| head`) ends it too, quietly.
 */
export function argumentsOf<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  script: string,
  options: Options,
  /** Where others follow that are no options of the script. */
  args?: string[],
) {
  process.stdout.on("error", ignoreClosedPipe);
  const help = { help: { type: "boolean", short: "h" } } as const;
  try {
    const parsed = parseArgs({
      ...(args && { args }),
      allowPositionals: true,
      options: { ...options, ...help } as Options & typeof help,
    });
    if (!("help" in parsed.values)) return parsed;
    console.log(commentOf(script));
    process.exit(0);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n--help says what there is`);
    process.exit(1);
  }
}

function commentOf(script: string): string {
  const [, comment = ""] = /^\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(script, "utf8")) ?? [];
  return comment.replaceAll(/^ \* ?/gm, "");
}
