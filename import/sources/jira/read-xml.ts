import { UserError } from "../../../base/user-error.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { tellUntaken } from "../text/untaken.ts";
import { childOf, childrenOf, descendantsOf, parseXml, textOf, type XmlElement } from "../text/xml.ts";
import type { JiraIssue } from "./issue.ts";

/** Elements of an item that go into its attributes. */
const ATTRIBUTES = ["status", "priority", "resolution", "project", "component", "version", "fixVersion", "environment"];

/** Issues of an XML export, which has the form of a news feed. */
export async function readJiraXml(
  file: SourceFile,
  { problems }: Pick<ReadContext, "problems">,
): Promise<{ issues: JiraIssue[]; records: number; notes: string[] }> {
  const { text, note } = await decodeFile(file, { xml: true });
  const root = parseXml(text, file.name);
  if (root.name !== "rss")
    throw new UserError("corpus", `${file.name}:${root.line}: the root element is ${root.name}, expected rss`, {
      hint: "this is no XML export of Jira",
    });
  const channel = childOf(root, "channel");
  const items = channel ? childrenOf(channel, "item") : [];
  const issues = items.flatMap((item) => {
    const place = `${file.name}:${item.line}`;
    if (partOf(item, "key") !== "") return [issueOf(item, { place, problems })];
    problems.add(`${place}: item: key is missing; expected an element such as <key>ABC-1</key>`);
    return [];
  });
  tellUntaken(root, "item", { file: file.name, places: items.map(({ line }) => `${file.name}:${line}`), problems });
  const said = channel && childOf(channel, "issue")?.attributes;
  const total = Number(said?.total ?? 0);
  const more =
    total > items.length
      ? [`${file.name} holds ${items.length} of ${total} issues: export the rest, and import the folder`]
      : [];
  return { issues, records: items.length, notes: [...(note === null ? [] : [note]), ...more] };
}

/** Kinds of custom fields that hold names of people. */
const PEOPLE = /:(multi)?userpicker$|:participants$|:last\w*comment(er|ed)$/i;

const partOf = (element: XmlElement, name: string) => textOf(childOf(element, name)).trim();

function issueOf(item: XmlElement, { place, problems }: Pick<ReadContext, "problems"> & { place: string }): JiraIssue {
  const labels = childrenOf(childOf(item, "labels") ?? item, "label");
  const attributes = ATTRIBUTES.map((name) => [
    name,
    childrenOf(item, name)
      .map((element) => textOf(element).trim())
      .join(", "),
  ]);
  const parent = partOf(item, "parent");
  return {
    key: partOf(item, "key"),
    type: partOf(item, "type"),
    summary: partOf(item, "summary") || partOf(item, "title").replace(/^\[[^\]]*\]\s*/, ""),
    description: partOf(item, "description"),
    meta: { ...Object.fromEntries(attributes), labels: labels.map((label) => textOf(label).trim()).join(", ") },
    created: partOf(item, "created"),
    custom: descendantsOf(item, "customfield")
      .filter(({ attributes }) => !PEOPLE.test(attributes.key ?? ""))
      .map((field) => [partOf(field, "customfieldname"), customText(field)]),
    parents: parent === "" ? [] : [{ key: parent }],
    subtasks: descendantsOf(item, "subtask").map((element) => ({ key: textOf(element).trim() })),
    links: descendantsOf(item, "issuelinktype").flatMap((type) => linksOf(type, { place, problems })),
    place,
  };
}

function linksOf(
  type: XmlElement,
  { place, problems }: Pick<ReadContext, "problems"> & { place: string },
): JiraIssue["links"] {
  const name = partOf(type, "name");
  return (["outwardlinks", "inwardlinks"] as const).flatMap((direction) =>
    childrenOf(type, direction).flatMap((list) =>
      childrenOf(list, "issuelink").flatMap((link) => {
        const key = partOf(link, "issuekey");
        if (name !== "" && key !== "") return [{ name, isInward: direction === "inwardlinks", end: { key } }];
        problems.add(
          `${place.replace(/\d+$/, String(link.line))}: issuelink: ${name === "" ? "the type's name" : "issuekey"} is missing`,
        );
        return [];
      }),
    ),
  );
}

/** Values of a field, of which a test's steps are several elements each. */
function customText(field: XmlElement): string {
  const steps = descendantsOf(field, "step").filter((step) => childrenOf(step).length > 0);
  if (steps.length > 0)
    return steps
      .map(
        (step, at) =>
          `${at + 1}. ${childrenOf(step)
            .filter(({ name }) => !/^(id|index|orderId)$/.test(name))
            .map((part) => textOf(part).trim())
            .filter((part) => part !== "")
            .join("\n")}`,
      )
      .join("\n");
  const values = childOf(field, "customfieldvalues");
  return values
    ? childrenOf(values)
        .map((value) => textOf(value).trim())
        .filter((value) => value !== "")
        .join(", ")
    : "";
}
