import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const script = async (shell: string) => (await runCli(["setup", "completion", shell], { cwd: "." })).out;
const has = (program: string): boolean => {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
};

describe("completion", () => {
  it("bash offers commands, subcommands, options and values", async () => {
    const lines = [
      ["scopebench", "res"],
      ["scopebench", "corpus", "im"],
      ["scopebench", "resume", "--fa"],
      ["scopebench", "-c", "x", "offline-judging", "write", "--judge", "p"],
      ["scopebench", "show", "lat"],
    ];
    const ask = lines.map(
      (words) =>
        `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _scopebench; echo "\${COMPREPLY[*]}"`,
    );
    const out = execFileSync("bash", ["-c", `${await script("bash")}\n${ask.join("\n")}`], { encoding: "utf8" });
    expect(out.trim().split("\n").slice(0, 3)).toEqual(["resume", "import", "--failed"]);
    expect(out.trim().split("\n")[4]).toBe("latest");
  });

  it.runIf(has("zsh"))("zsh takes its script", async () => {
    const out = execFileSync("zsh", ["-fc", `${await script("zsh")}\necho $_comps[scopebench]`], { encoding: "utf8" });
    expect(out).toContain("scopebench");
  });

  it.runIf(has("fish"))("fish offers commands, subcommands and options", async () => {
    const ask = ["scopebench res", "scopebench corpus im", "scopebench resume --fa"].map(
      (line) => `complete -C '${line}'`,
    );
    const out = execFileSync("fish", ["--no-config", "-c", `${await script("fish")}\n${ask.join("\n")}`], {
      encoding: "utf8",
    });
    for (const word of ["resume", "import", "--failed"]) expect(out).toContain(word);
  });
});
