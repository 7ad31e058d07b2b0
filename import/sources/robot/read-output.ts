import { UserError } from "../../../base/user-error.ts";
import type { SourceFile } from "../files.ts";
import type { SourceItem } from "../items.ts";
import type { ReadContext } from "../source.ts";
import { linkOfTag } from "../tags.ts";
import { decodeFile } from "../text/decode-file.ts";
import { tellUntaken } from "../text/untaken.ts";
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from "../text/xml.ts";

const MESSAGE_LENGTH = 500;

/** Suites and tests of an output.xml, of Robot Framework 3 to 7, with their outcome. */
export async function readOutput(file: SourceFile, { problems }: Pick<ReadContext, "problems">): Promise<SourceItem[]> {
  const { text } = await decodeFile(file, { xml: true });
  const root = parseXml(text, file.name, ({ name }) => name === "msg");
  if (root.name !== "robot")
    throw new UserError("corpus", `${file.name}:${root.line}: the root element is ${root.name}, expected robot`, {
      hint: "this is no output.xml of Robot Framework",
    });
  const type = root.attributes.rpa === "true" ? "task" : "test";
  const items = childrenOf(root, "suite").flatMap((suite) =>
    itemsOf(suite, { names: [], type, isBroken: false, file: file.name }),
  );
  for (const [name, own] of [
    ["suite", items.filter((item) => item.type === "suite")],
    ["test", items.filter((item) => item.type !== "suite")],
  ] as const)
    tellUntaken(withoutStatistics(root), name, {
      file: file.name,
      places: own.map(({ place }) => place),
      problems,
    });
  return items;
}

/** Tests and suites are counted there once more, by the same names. */
function withoutStatistics(root: XmlElement): XmlElement {
  return {
    ...root,
    children: root.children.filter((child) => typeof child === "string" || !/^(statistics|errors)$/.test(child.name)),
  };
}

interface Around {
  /** Of the suites around it. */
  names: readonly string[];
  type: string;
  /** The tear-down of a suite around it failed: what passed has failed, as Robot Framework itself counts. */
  isBroken: boolean;
  file: string;
}

function itemsOf(suite: XmlElement, { names, type, isBroken, file }: Around): SourceItem[] {
  const path = [...names, suite.attributes.name ?? ""];
  const id = path.join(".");
  const teardown = childrenOf(suite, "kw").find((keyword) => keyword.attributes.type?.toUpperCase() === "TEARDOWN");
  const around = { names: path, type, isBroken: isBroken || statusOf(teardown) === "FAIL", file };
  const own: SourceItem = {
    id,
    type: "suite",
    title: suite.attributes.name ?? "",
    text: [suite.attributes.name ?? "", docOf(suite)].join("\n"),
    meta: {},
    links: [],
    place: `${file}:${suite.line}`,
  };
  return [
    own,
    ...childrenOf(suite).flatMap((child) =>
      child.name === "suite" ? itemsOf(child, around) : child.name === "test" ? [itemOfTest(child, around)] : [],
    ),
  ];
}

function itemOfTest(test: XmlElement, { names, type, isBroken, file }: Around): SourceItem {
  const suite = names.join(".");
  const place = `${file}:${test.line}`;
  const name = test.attributes.name ?? "";
  const said = statusOf(test);
  const message = textOf(childOf(test, "status")).trim().slice(0, MESSAGE_LENGTH);
  const tags = [test, childOf(test, "tags")].flatMap((at) => (at ? childrenOf(at, "tag") : []));
  return {
    id: `${suite}.${name}`,
    type,
    title: name,
    text: [name, docOf(test), ...stepsOf(test)].filter((part) => part !== "").join("\n"),
    meta: { suite, last_outcome: isBroken && said === "PASS" ? "FAIL" : said, message },
    links: tags.map((tag) => linkOfTag(textOf(tag).trim(), place)),
    place,
  };
}

const statusOf = (element: XmlElement | undefined) => element && childOf(element, "status")?.attributes.status;
const docOf = (element: XmlElement) => textOf(childOf(element, "doc")).trim();

/** Keywords that the test itself calls, those in its loops and branches too. */
function stepsOf(element: XmlElement): string[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name !== "kw") return /^(for|while|if|try|iter|branch|group)$/.test(child.name) ? stepsOf(child) : [];
    if (/^(setup|teardown)$/i.test(child.attributes.type ?? "")) return [];
    const values = [child, childOf(child, "arguments")].flatMap((at) => (at ? childrenOf(at, "arg") : []));
    return [[child.attributes.name ?? "", ...values.map((value) => textOf(value))].join("    ")];
  });
}
