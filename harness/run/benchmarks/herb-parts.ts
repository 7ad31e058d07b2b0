import { z } from "zod";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { Problems } from "../../../import/folder/problems.ts";
import { openSource, type SourceFile } from "../../../import/sources/files.ts";
import { documentArtifact } from "../../../import/sources/retrieval/task.ts";
import type { CollectionParts } from "./make-collection.ts";

const messageSchema = z.object({
  Channel: z.object({ name: z.string() }),
  Message: z.object({ User: z.object({ utterranceID: z.string(), userId: z.string(), text: z.string() }) }),
});
const productSchema = z.object({
  slack: z.array(messageSchema).default([]),
  documents: z.array(z.object({ id: z.string(), type: z.string(), content: z.string() })).default([]),
  meeting_transcripts: z.array(z.object({ id: z.string(), transcript: z.string() })).default([]),
  meeting_chats: z.array(z.object({ id: z.string(), text: z.string() })).default([]),
  answerable_questions: z.array(z.object({ question: z.string(), citations: z.array(z.string()) })).default([]),
});
type Product = z.infer<typeof productSchema>;

/**
 * HERB's `data/products`, a JSON file a product: messages, documents and meetings are searched, what a question's answer cites
 * is relevant. Questions that have no answer, and metadata of people, customers, pull requests and addresses, take no part.
 */
export async function readHerb(path: string): Promise<CollectionParts> {
  const problems = new Problems();
  const products: { name: string; product: Product }[] = [];
  const { files } = await openSource(path);
  for (const file of files.filter(({ name }) => /(^|\/)products\/[^/]+\.json$|^[^/]+\.json$/.test(name))) {
    const product = productSchema.safeParse(await jsonOf(file));
    if (product.success) products.push({ name: file.name.replace(/^.*\/|\.json$/g, ""), product: product.data });
    else problems.add(`${file.name}: expected slack, documents, meeting_transcripts, ... and answerable_questions`);
  }
  problems.throwIfAny(path);
  return {
    documents: products.flatMap(({ product }) => artifactsOf(product)),
    queries: products.flatMap(({ name, product }) =>
      product.answerable_questions.map(({ question }, at) => ({
        id: `${name}-${at + 1}`,
        text: question,
        answer: null,
      })),
    ),
    judgements: products.flatMap(({ name, product }) =>
      product.answerable_questions.flatMap(({ citations }, at) =>
        [...new Set(citations)].map((cited) => ({
          ...{ queryId: `${name}-${at + 1}`, documentId: cited, grade: 1 },
          place: name,
        })),
      ),
    ),
  };
}

async function jsonOf(file: SourceFile): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await file.bytes()));
  } catch {
    return null; // Told as any other content that is no product.
  }
}

function artifactsOf({ slack, documents, meeting_transcripts, meeting_chats }: Product): Artifact[] {
  const parts = [
    ...slack.map(({ Channel, Message: { User } }) => ({
      ...{ id: User.utterranceID, title: `#${Channel.name}`, text: `${User.userId}: ${User.text}` },
    })),
    ...documents.map(({ id, type, content }) => ({ id, title: type, text: content })),
    ...meeting_transcripts.map(({ id, transcript }) => ({ id, title: "", text: transcript })),
    ...meeting_chats.map(({ id, text }) => ({ id, title: "", text })),
  ];
  return parts.flatMap((part) => documentArtifact({ ...part, meta: {} }) ?? []);
}
