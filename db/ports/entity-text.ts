import { type MappedArtifact, metaList, metaText } from "./corpus-rows.ts";

/** The searchable text. References are left out: trace links are found by links, not by search. */
export function bodyOf(artifact: MappedArtifact): string {
  const parts = {
    test_case: () => testCaseParts(artifact),
    message: () => [metaList(artifact, "aliases").join(", "), artifact.text],
    protocol: () => [metaText(artifact, "interface") ?? "", artifact.text],
    knowledge: () => [metaText(artifact, "expansion") ?? "", artifact.text],
    backlog_item: () => [artifact.text],
    other: () => [artifact.text],
  }[artifact.role]();
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** Description, text and instructions; what is a part of another one stands there already. */
function testCaseParts(artifact: MappedArtifact): string[] {
  const { description, instructions } = testCaseTexts(artifact);
  const parts = [...new Set([description, artifact.text, instructions])];
  return parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)));
}

/** The title; the id where there is none. */
export function nameOf(artifact: MappedArtifact): string {
  return artifact.title.trim() || artifact.id;
}

/** Where `meta` has no instructions the text is the instructions, and its first paragraph the description. */
export function testCaseTexts(artifact: MappedArtifact): { description: string; instructions: string } {
  return {
    description: metaText(artifact, "description") ?? firstParagraph(artifact.text),
    instructions: metaText(artifact, "instructions") ?? artifact.text,
  };
}

function firstParagraph(text: string): string {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.find((paragraph) => paragraph !== "" && !/^#{1,6}\s/.test(paragraph)) ?? "";
}

/** Above each of its chunks: the headings around it, where its document has some, and its name. */
export function headingOf(artifact: MappedArtifact): string {
  return [...metaList(artifact, "headings"), nameOf(artifact)].join(" / ");
}
