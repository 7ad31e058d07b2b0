import type Parser from "web-tree-sitter";
import { compareText } from "../../../base/text-order.ts";
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

/**
 * What a function calls itself, each once for each way of calling. What is defined inside of it calls for itself; a parameter or variable
 * of its own may be anything.
 */
export function callsIn(node: Parser.SyntaxNode, { calls, functions, classes }: CodeLanguage): CodeCall[] {
  const found = new Map<string, CodeCall>();
  const made = new Map<string, Set<string>>();
  const own = new Set(parametersOf(node).flatMap(({ text }) => text.match(NAMES) ?? []));
  const open = [...node.namedChildren];
  for (let at = open.pop(); at; at = open.pop()) {
    if (functions.has(at.type) || classes.has(at.type) || isNamedArrow(at)) continue;
    const [variable, type] = madeBy(at) ?? [];
    if (variable !== undefined) own.add(variable);
    if (variable !== undefined && type !== undefined)
      made.set(variable, new Set([...(made.get(variable) ?? []), type]));
    const call = calls.has(at.type) ? callOf(at) : declaredBy(at);
    if (call) found.set(JSON.stringify(call), call);
    open.push(...at.namedChildren);
  }
  return [...found]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, call]): CodeCall => {
      if (call.on === "nothing" && own.has(call.name)) return { name: call.name, on: "other" };
      const [type, ...more] = made.get(call.receiver ?? "") ?? [];
      return type !== undefined && more.length === 0 ? { ...call, receiver: type } : call;
    });
}

/** Its parameters, without their types and defaults. */
function parametersOf(node: Parser.SyntaxNode): Parser.SyntaxNode[] {
  const holder =
    node.childForFieldName("parameters") ?? node.childForFieldName("declarator")?.childForFieldName("parameters");
  return (holder?.namedChildren ?? []).flatMap((one) => {
    if (/^(?:identifier|list_splat_pattern|dictionary_splat_pattern)$/.test(one.type)) return [one];
    const named = ["name", "pattern", "declarator"].map((field) => one.childForFieldName(field)).find(Boolean);
    return named ?? one.namedChildren.filter(({ type }) => type === "identifier").slice(0, 1);
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
const NAMES = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const NAME = /^[*&\s]*([\p{L}_$][\p{L}\p{N}_$]*)$/u;

/** A variable and the simple name of what it was made by, if by a call: `y = Radio()`, `new Radio()`, `Radio y(1);`. Whether that is a class is not known yet. */
function madeBy(node: Parser.SyntaxNode): readonly [variable: string, type: string | undefined] | null {
  const field = (name: string) => node.childForFieldName(name)?.text ?? "";
  const declared = node.type === "declaration" ? field("type") : "";
  const [target, value] = MAKERS[node.type]?.map(field) ?? ["", ""];
  const variable = NAME.exec(declared === "" ? target! : field("declarator").replace(/\s*[({=].*$/s, ""))?.[1];
  const type = declared === "" || declared === "auto" ? MADE.exec(value!)?.[1] : declared;
  return variable === undefined ? null : [variable, type?.replace(/^.*(?:\.|::)/s, "")];
}

const MAKERS: Readonly<Record<string, readonly [target: string, value: string]>> = {
  assignment: ["left", "right"],
  variable_declarator: ["name", "value"],
  init_declarator: ["declarator", "value"],
};
