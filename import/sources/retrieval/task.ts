import { isBlank } from "../../../base/blank.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import type { RetrievalTask, SourceContent } from "../source.ts";

/** A document as an artifact; null when it lacks an id or any text. */
export function documentArtifact({ id, title, text, meta }: Omit<Artifact, "type">): Artifact | null {
  const body = [text, title].find((part) => !isBlank(part))?.trim();
  if (isBlank(id) || body === undefined) return null;
  return { id: id.trim(), type: "document", title: isBlank(title) ? firstLine(body) : title.trim(), text: body, meta };
}

function firstLine(text: string): string {
  const line = text.split("\n")[0] as string;
  return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}

/** Documents take the role of test cases: they are what a question asks for. */
export function documentMapping(): SourceContent["mapping"] {
  return { artifactTypes: { document: { role: "test_case" } }, linkKinds: {} };
}

/** Documents, queries and judgements, in total and distinct. */
export function retrievalCounts({
  artifacts,
  queries,
  judgements,
}: RetrievalTask & { artifacts: readonly Artifact[] }): Record<string, number> {
  const grades = judgements.map(({ grade }) => grade);
  return {
    documents: artifacts.length,
    queries: queries.length,
    judgements: judgements.length,
    relevant: grades.filter((grade) => grade > 0).length,
    judgedQueries: new Set(judgements.map(({ queryId }) => queryId)).size,
    judgedDocuments: new Set(judgements.map(({ documentId }) => documentId)).size,
    ...Object.fromEntries(
      [...new Set(grades)]
        .sort((a, b) => a - b)
        .map((grade) => [`grade ${grade}`, grades.filter((other) => other === grade).length]),
    ),
  };
}
