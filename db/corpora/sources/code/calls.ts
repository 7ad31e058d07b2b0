import type Parser from "web-tree-sitter";
import { compareText } from "../../../../base/hash.ts";
import type { CodeLanguage } from "./languages.ts";

/** A call by its simple name. */
export interface CodeCall {
  name: string;
  /** `x()`, `space::x()`; `self.x()`, `this.x()`; `y.x()`. */
  on: "nothing" | "itself" | "other";
  /** Of `y.x()` and `y::x()`: the class that y was made of where its function says so once (`y = Radio()`), else `y` itself: a class, a module or what nobody knows here. */
  receiver?: string;
}

/** `const f = () => ...` is a function in all but its type. */
export function isNamedArrow(node: Parser.SyntaxNode): boolean {
  return (
    node.type === "variable_declarator" &&
    /^(arrow_function|function_expression|function)$/.test(node.childForFieldName("value")?.type ?? "")
  );
}

/** What a function calls itself, each once for each way of calling. What is defined inside of it calls for itself. */
export function callsIn(node: Parser.SyntaxNode, { calls, functions, classes }: CodeLanguage): CodeCall[] {
  const found = new Map<string, CodeCall>();
  const made = new Map<string, Set<string>>();
  const open = [...node.namedChildren];
  for (let at = open.pop(); at; at = open.pop()) {
    if (functions.has(at.type) || classes.has(at.type) || isNamedArrow(at)) continue;
    const [variable, type] = madeBy(at) ?? [];
    if (variable !== undefined && type !== undefined)
      made.set(variable, new Set([...(made.get(variable) ?? []), type]));
    const call = calls.has(at.type) ? callOf(at) : declaredBy(at);
    if (call) found.set(JSON.stringify(call), call);
    open.push(...at.namedChildren);
  }
  return [...found]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, call]) => {
      const [type, ...more] = made.get(call.receiver ?? "") ?? [];
      return type !== undefined && more.length === 0 ? { ...call, receiver: type } : call;
    });
}

function callOf(node: Parser.SyntaxNode): CodeCall | null {
  const callee = ["function", "constructor", "name", "type"]
    .map((field) => node.childForFieldName(field))
    .find(Boolean);
  const text = callee?.text ?? "";
  const receiver = node.childForFieldName("object")?.text ?? /^(.+?)(?:\.|->|::)[^.:]*$/s.exec(text)?.[1] ?? "";
  const name = /([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^()]*>)?$/u.exec(text)?.[1];
  if (name === undefined) return null;
  if (receiver === "") return { name, on: "nothing" };
  if (/^(?:self|this|cls)$/.test(receiver)) return { name, on: "itself" };
  const on = text.includes("::") && !/\.|->/.test(text) ? "nothing" : "other";
  return { name, on, ...(/^[\p{L}\p{N}_$]+$/u.test(receiver) && { receiver }) };
}

/** `Radio y;`, `Radio y(1);` of C++ calls the constructor; a pointer, a reference or a type of the language does not. */
function declaredBy(node: Parser.SyntaxNode): CodeCall | null {
  const type = node.type === "declaration" ? node.childForFieldName("type") : null;
  const declarator = node.childForFieldName("declarator");
  if (!type || !declarator || !/^(?:qualified|type)_identifier$/.test(type.type)) return null;
  const variable = declarator.childForFieldName("declarator") ?? declarator;
  return variable.type === "identifier" ? { name: type.text.replace(/^.*::/s, ""), on: "nothing" } : null;
}

const TYPE = "((?:[\\w$]+(?:\\.|::))*[\\w$]+)";
const MADE = new RegExp(`^(?:new\\s+|await\\s+)*${TYPE}\\s*(?:<[^()]*>)?\\s*[({]`, "u");
const NAME = /^[*&\s]*([\p{L}_$][\p{L}\p{N}_$]*)$/u;

/** A variable and the simple name of what it was made by: `y = Radio()`, `new Radio()`, `Radio y(1);`. Whether that is a class is not known yet. */
function madeBy(node: Parser.SyntaxNode): readonly [string, string] | null {
  const field = (name: string) => node.childForFieldName(name)?.text ?? "";
  const declared = node.type === "declaration" ? field("type") : "";
  const [target, value] = MAKERS[node.type]?.map(field) ?? ["", ""];
  const variable = NAME.exec(declared === "" ? target! : field("declarator").replace(/\s*[({=].*$/s, ""))?.[1];
  const type = declared === "" || declared === "auto" ? MADE.exec(value!)?.[1] : declared;
  return variable === undefined || type === undefined ? null : [variable, type.replace(/^.*(?:\.|::)/s, "")];
}

const MAKERS: Readonly<Record<string, readonly [target: string, value: string]>> = {
  assignment: ["left", "right"],
  variable_declarator: ["name", "value"],
  init_declarator: ["declarator", "value"],
};
