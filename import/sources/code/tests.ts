import type Parser from "web-tree-sitter";

/** Where a function stands: its own name, the classes around it and the file. */
interface Place {
  name: string | null;
  around: readonly string[];
  file: string;
}

/** What a runner calls a test: its name, and the classes, suites or groups around it. */
type TestName = Pick<Place, "around"> & { name: string };

/**
 * The test that a node is, as its runner would find it: pytest and unittest by names, JUnit by annotation or JUnit 3's names, GoogleTest by
 * its macros, `it` and `test` of the JavaScript runners by their call, and C by names in files of tests. Null: no test.
 */
export function testOf(node: Parser.SyntaxNode, { name, around, file }: Place): TestName | null {
  if (node.type === "call_expression" && /\.tsx?$/i.test(file)) return calledTest(node, around);
  if (name === null) return null;
  if (/\.(?:cc|cpp|cxx|hpp|h)$/i.test(file)) return macroTest(node, name, around);
  const is =
    (/\.py$/i.test(file) && /^test/.test(name) && (isTestFile(file) || around.some((one) => TEST_CLASS.test(one)))) ||
    (/\.java$/i.test(file) &&
      (isAnnotated(node) || (/^test[A-Z]/.test(name) && TEST_CLASS.test(around.at(-1) ?? "")))) ||
    (/\.c$/i.test(file) && /^test_|_test$/.test(name) && isTestFile(file));
  return is ? { name, around } : null;
}

/** What `describe("...", () => ...)` says, which stands around the tests inside; null for any other node. */
export function groupOf(node: Parser.SyntaxNode): string | null {
  return node.type === "call_expression" ? (runnerCall(node, /^(?:describe|suite)$/)?.title ?? null) : null;
}

const TEST_CLASS = /^Tests?(?![a-z])|Tests?$|TestCase$/;

function isTestFile(file: string): boolean {
  return /(?:^|[/_.-])tests?(?:[/_.-]|$)/i.test(file);
}

const ANNOTATIONS = /^@(?:[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/;

function isAnnotated(node: Parser.SyntaxNode): boolean {
  const modifiers = node.namedChildren.find(({ type }) => type === "modifiers");
  return modifiers?.namedChildren.some(({ text }) => ANNOTATIONS.test(text)) ?? false;
}

/** `TEST_F(Suite, Name) { ... }` parses as a function without a type. */
function macroTest(node: Parser.SyntaxNode, name: string, around: readonly string[]): TestName | null {
  if (!/^(?:TYPED_)?TEST(?:_[FP])?$/.test(name) || node.childForFieldName("type")) return null;
  const parameters = node.childForFieldName("declarator")?.childForFieldName("parameters")?.namedChildren ?? [];
  const [suite, test, ...more] = parameters.map(({ text }) => text);
  return suite === undefined || test === undefined || more.length > 0
    ? null
    : { name: test, around: [...around, suite] };
}

function calledTest(node: Parser.SyntaxNode, around: readonly string[]): TestName | null {
  const called = runnerCall(node, /^(?:it|test)$/);
  return called && { name: called.title, around };
}

/** `it("...", () => ...)`, `test.skip(...)`, `it.each([...])("...", ...)`: a title first, then a function. */
function runnerCall(node: Parser.SyntaxNode, runner: RegExp): { title: string } | null {
  let callee = node.childForFieldName("function");
  while (callee && callee.type !== "identifier")
    callee = callee.childForFieldName("object") ?? callee.childForFieldName("function");
  if (!callee || !runner.test(callee.text)) return null;
  const given = node.childForFieldName("arguments")?.namedChildren ?? [];
  const title = /^(?:string|template_string)$/.test(given[0]?.type ?? "") ? given[0]!.text.slice(1, -1) : null;
  const body = given.some(({ type }) => /^(?:arrow_function|function_expression|function)$/.test(type));
  return title === null || !body ? null : { title };
}
