/** What a request's answer was on the wire, before the client made one form of it. */
export interface WireNote {
  attempts: number;
  status: number | null;
  headers: Headers;
  contentType: string;
  /** Pieces in which the body came. */
  chunks: number;
}

/** The platform's `fetch`, with what came noted. */
export function tapped(note: WireNote): typeof fetch {
  return async (input, init) => {
    note.attempts++;
    const response = await fetch(input, init);
    note.status = response.status;
    note.headers = response.headers;
    note.contentType = response.headers.get("content-type") ?? "";
    note.chunks = 0;
    if (!response.body) return response;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          note.chunks++;
          controller.enqueue(piece);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}
