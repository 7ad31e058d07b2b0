import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { Problems } from "../../../../import/folder/problems.ts";
import { codeAdapter } from "../../../../import/sources/adapters/code.ts";
import { memoryFile } from "../../../../import/sources/files.ts";

async function read(files: Record<string, string>) {
  const sources = Object.entries(files).map(([name, text]) => memoryFile(name, Buffer.from(text)));
  const source = { path: "src", name: "src", isFolder: true, files: sources };
  return codeAdapter.read(source, { problems: new Problems(), broken: [], columns: {} });
}
const linksOf = ({ links }: Awaited<ReturnType<typeof read>>) =>
  links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`).sort();

const PROGRAMS: readonly (readonly [file: string, text: string])[] = [
  [
    "a.py",
    "class Base:\n  pass\nclass Radio(Base):\n  def send(self):\n    self.check()\n  def check(self):\n    pass\ndef main():\n  helper()\ndef helper():\n  pass\n",
  ],
  [
    "a.ts",
    "class Base {}\nclass Radio extends Base {\n  send() { this.check(); }\n  check() {}\n}\nfunction main() { helper(); }\nconst helper = () => 1;\n",
  ],
  [
    "a.java",
    "class Base {}\nclass Radio extends Base {\n  void send() { this.check(); }\n  void check() {}\n  static void main() { helper(); }\n  static void helper() {}\n}\n",
  ],
  [
    "a.cpp",
    "class Base {};\nclass Radio : public Base {\n  void send() { this->check(); }\n  void check() {}\n};\nvoid helper() {}\nint main() { helper(); }\n",
  ],
];

it.each(PROGRAMS)("reads functions, classes, members, calls and bases of %s", async (file, text) => {
  const content = await read({ [file]: text });
  const inner = file === "a.java" ? "Radio." : "";
  expect(linksOf(content)).toEqual(
    expect.arrayContaining([
      `${file}::Radio inherits ${file}::Base`,
      `${file}::Radio.send member_of ${file}::Radio`,
      `${file}::Radio.send calls ${file}::Radio.check`,
      `${file}::${inner}main calls ${file}::${inner}helper`,
    ]),
  );
  expect(content.counts).toMatchObject({ functions: 4, classes: 2, ambiguous: 0 });
  expect(content.artifacts.find(({ id }) => id.endsWith("send"))?.meta).toMatchObject({ file, name: "send" });
});

it("guesses nothing where a name means several things, and calls a library none of ours", async () => {
  const content = await read({
    "a.py": "def run():\n  pass\n",
    "b.py": "def run():\n  pass\n",
    "c.py":
      "import os\ndef main(x):\n  run()\n  os.getcwd()\n  x.stop()\ndef other(y, late: int = 1):\n  y.halt()\n  late()\ndef late():\n  own = late\n  own()\n  inner()\ndef outer():\n  def inner():\n    pass\n  inner()\n",
    "d.py": "class D:\n  def halt(self):\n    pass\n",
    "e.c": "int main(void) { return run(); }\nint run(void) { return 0; }\n",
  });
  expect(linksOf(content)).toEqual([
    "c.py::other may_call c.py::late",
    "c.py::other may_call d.py::D.halt",
    "c.py::outer calls c.py::outer.inner",
    "d.py::D.halt member_of d.py::D",
    "e.c::main calls e.c::run",
  ]);
  expect(content.counts).toMatchObject({ ambiguous: 1, outside: 4 });
  expect(content.notes.join()).toContain("c.py::main calls run (3 of that name)");
});

const TESTED: readonly (readonly [file: string, text: string, test: string])[] = [
  [
    "test_radio.py",
    "import radio\nclass TestRadio(TestCase):\n  def test_send(self):\n    r = Radio()\n    r.send()\n    radio.tune()\n    def own():\n      pass\n    own()\n    self.other.halt()\n  def helper(self):\n    pass\n",
    "TestRadio.test_send",
  ],
  [
    "radio.test.ts",
    'describe("Radio", () => { it.each([1])("sends", async () => { const r = new Radio(); r.send(); tune(); other().halt(); }); });\n',
    "Radio.sends",
  ],
  [
    "RadioTest.java",
    "class RadioTest { @Test public void sends() { Radio r = new Radio(); r.send(); tune(); other().halt(); } void helper() {} }\n",
    "RadioTest.sends",
  ],
  [
    "radio_unittest.cc",
    "TEST_F(RadioTest, Sends) { Radio r(1); r.send(); tune(); other()->halt(); }\n",
    "RadioTest.Sends",
  ],
];

it.each(TESTED)("keeps what the tests of %s cover apart from what they may cover", async (file, text, test) => {
  const content = await read({
    [file]: text,
    "radio/__init__.py":
      "class Radio:\n  def __init__(self):\n    pass\n  def send(self):\n    pass\n  def halt(self):\n    pass\ndef tune():\n  return Plain()\nclass Plain:\n  def send(self):\n    pass\n",
  });
  const id = `${file}::${test}`;
  expect(linksOf(content).filter((link) => link.startsWith(`${id} `) && !link.includes("member_of"))).toEqual([
    `${id} covers radio/__init__.py::Radio.__init__`,
    `${id} covers radio/__init__.py::Radio.send`,
    `${id} covers radio/__init__.py::tune`,
    `${id} covers_class radio/__init__.py::Radio`,
    `${id} may_cover radio/__init__.py::Radio.halt`,
  ]);
  expect(linksOf(content)).toContain("radio/__init__.py::tune constructs radio/__init__.py::Plain");
  expect(content.counts).toMatchObject({ tests: 1 });
  const typed = (type: string) => content.artifacts.filter((one) => one.type === type).map((one) => one.id);
  expect(typed("test_case")).toEqual([id]);
  expect(typed("class")).toEqual(["radio/__init__.py::Radio", "radio/__init__.py::Plain"]);
});

it("counts what a grammar does not read, keeps overloads apart, and stands deep nesting", async () => {
  const content = await read({
    "a.java": "class A { void f(int x) {} void f(long x) {} }",
    "b.py": "def ok():\n  pass\ndef (:\n",
    "c.py": `x = ${"(".repeat(5_000)}1${")".repeat(5_000)}\ndef late():\n  pass\n`,
  });
  const ids = content.artifacts.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["a.java::A.f", "a.java::A.f#2", "b.py::ok", "c.py::late"]));
  expect(content.notes.join()).toMatch(/b\.py: \d+ places? that the grammar does not read/);
});

it("refuses a program that the grammar gives up on, and reads those that come after it", async () => {
  const problems = new Problems();
  const broken: string[] = [];
  const files = { "a.java": `class A { int a = ${"a<".repeat(20_000)} }`, "b.java": "class B { void f() {} }" };
  const sources = Object.entries(files).map(([name, text]) => memoryFile(name, Buffer.from(text)));
  const source = { path: "src", name: "src", isFolder: true, files: sources };
  const { artifacts } = await codeAdapter.read(source, { problems, broken, columns: {} });
  expect(broken.join()).toContain("a.java: tree-sitter gave up on it");
  expect(artifacts.map(({ id }) => id)).toEqual(["b.java::B", "b.java::B.f"]);
});

const MACROS = `
WARNINGS_OFF_(4251 /* size */)
class API_ Link { int x; };
API_ std::string name(int n) { return helper(n); }
int CALL_ twice(int n) { return n; }
void A::locked(int n) const EXCLUDES_(mutex_) NOTHROW_ { helper(n); }
template <class T> A<std::map<T, int>>::~A() {}
A::operator bool() const { return true; }
struct B { B(const B&) = delete; B() = default; RESULT get() { return 1; } };
const char* text() { return "at " NUMBER_ "\\n"; }
#if HAS_LATE_ && !OTHER_
HANDLE late(HANDLE given) { if (given) RETRY(given); return "é😀" PLACE_; }
#endif
INSTANTIATE_(Links, Link)
TEST_P(Links, Sends) { helper(1); }
`;

it("counts the lines outside of functions and classes, and those of them that are comments", async () => {
  const content = await read({ "a.py": "import os\n\ndef ok():\n  pass\n\nok()\n" });
  expect(content.notes).toContain("2 lines outside of functions and classes left out");
  const commented = await read({ "a.ts": "/* a\n b */\nconst c = 1; /* d\n e */\n// f\nfunction g() { return 1; }\n" });
  expect(commented.notes).toContain("5 lines outside of functions and classes left out, 4 of them comments");
});

it("reads C++ with unknown macros around its declarations, and keeps the program's own text", async () => {
  const { artifacts, notes } = await read({ "a.cpp": MACROS, "b.cpp": "int helper(int n) { return n; }" });
  const named = artifacts.map(({ id }) => id.replace("a.cpp::", "")).sort();
  expect(named).toEqual(
    ["A.locked", "A.operator bool", "A.~A", "B", "B.get", "Link", "Links.Sends", "b.cpp::helper"].concat([
      "late",
      "name",
      "text",
      "twice",
    ]),
  );
  expect(notes.join()).not.toContain("grammar");
  const textOf = (id: string) => artifacts.find((one) => one.id === `a.cpp::${id}`)?.text;
  expect(textOf("A.locked")).toContain("const EXCLUDES_(mutex_) NOTHROW_ {");
  expect(textOf("late")).toBe('HANDLE late(HANDLE given) { if (given) RETRY(given); return "é😀" PLACE_; }');
});

it("reads programs in less memory than V8 takes to make a grammar faster", async () => {
  const url = (path: string) =>
    JSON.stringify(pathToFileURL(join(import.meta.dirname, "../../../../import/sources/code", path)).href);
  const program = `
    const { readCode } = await import(${url("read-code.ts")});
    const { languageOf } = await import(${url("languages.ts")});
    const text = "export function one(n: number): string { return two(n).map((x) => x + 1).join(); }\\n".repeat(200);
    for (let at = 0; at < 5; at++) await readCode(text, languageOf("a.ts"), "a.ts");
    console.log(process.resourceUsage().maxRSS / 1024);
    process.exit();`;
  const flags = ["--wasm-sync-tier-up", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env: { ...process.env, NODE_OPTIONS: "" } });
  expect(Number(stdout)).toBeLessThan(300);
});
