import { expect, it } from "vitest";
import { namesOfFile, splitDiff } from "../../../../agent/policy-models/reading/what-a-diff-says.ts";

const HUNK = "@@ -1,2 +1,3 @@ int run(void)\n context of it\n-  old REQ-1\n+  new REQ-2";

it.each([
  [
    "git's",
    `diff --git a/src/a.c b/src/a.c\nindex 1b2f3c4..77aa0d1 100644\n--- a/src/a.c\n+++ b/src/a.c\n${HUNK}`,
    ["src/a.c"],
  ],
  ["plain", `--- src/a.c\t2026-01-01\n+++ src/a.c\t2026-01-02\n${HUNK}`, ["src/a.c"]],
  ["of a new file", `--- /dev/null\n+++ b/src/b.c\n${HUNK}`, ["src/b.c"]],
  ["a hunk alone", HUNK, []],
])("a patch, %s, leaves the question and the names of its files", (_, patch, files) => {
  const asked = { asked: "What should I run?", files };
  expect(splitDiff(`${patch}\nWhat should I run?`)).toEqual(asked);
  expect(splitDiff(`What should I run?\n${patch}`)).toEqual(asked);
});

it("lists and rules of a text are no patch", () => {
  const text = "We change:\n- the timer\n+ its name\n---\nWhich tests matter?";
  expect(splitDiff(text)).toEqual({ asked: text, files: [] });
});

it("a file may be recorded by its path, the end of it, its folder or its name", () => {
  expect(namesOfFile("src/net/proxy.c")).toEqual(["src/net/proxy.c", "net/proxy.c", "proxy.c", "src/net", "proxy"]);
  expect(namesOfFile("a.c")).toEqual(["a.c"]);
});
