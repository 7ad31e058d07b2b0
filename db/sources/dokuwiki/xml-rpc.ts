import { SaxesParser } from "saxes";

/** What XML-RPC (http://xmlrpc.com/spec.md) carries, without Base64. */
export type XmlRpcValue = string | number | boolean | XmlRpcValue[] | { [name: string]: XmlRpcValue };

export interface XmlRpcFault {
  faultCode: number;
  faultString: string;
}

export function writeCall(method: string, parameters: readonly string[]): string {
  const values = parameters.map((text) => `<param><value><string>${escaped(text)}</string></value></param>`);
  return `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${values.join("")}</params></methodCall>`;
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function escaped(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, " ");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The value of a response, or its fault; undefined of a text that is no response. */
export function readResponse(text: string): { value: XmlRpcValue } | { fault: XmlRpcFault } | undefined {
  const root = parseXml(text);
  if (root?.name !== "methodResponse") return undefined;
  const fault = child(child(root, "fault"), "value");
  if (fault) return { fault: valueIn(fault) as unknown as XmlRpcFault };
  const value = child(child(child(root, "params"), "param"), "value");
  return value ? { value: valueIn(value) } : undefined;
}

interface Element {
  name: string;
  children: Element[];
  text: string;
}

function parseXml(text: string): Element | undefined {
  const root: Element = { name: "", children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    const element = { name, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on("closetag", () => void open.pop());
  try {
    parser.write(text).close();
  } catch {
    // A page of a proxy, or half an answer: no response.
    return undefined;
  }
  return root.children[0];
}

function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((one) => one.name === name);
}

/** A `value` without a type is a string. */
function valueIn(value: Element): XmlRpcValue {
  const [typed] = value.children;
  if (!typed) return value.text;
  if (typed.name === "array") return (child(typed, "data")?.children ?? []).map(valueIn);
  if (typed.name === "struct") return Object.fromEntries(typed.children.map(memberOf));
  if (typed.name === "boolean") return typed.text.trim() === "1";
  return ["int", "i4", "double"].includes(typed.name) ? Number(typed.text) : typed.text;
}

function memberOf(member: Element): [string, XmlRpcValue] {
  const value = child(member, "value");
  return [child(member, "name")?.text ?? "", value ? valueIn(value) : ""];
}
