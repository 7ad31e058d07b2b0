/**
 * An id as one field of a TREC file. Corpus ids may hold white space, which parts fields there: it is percent-encoded,
 * and so are control characters, `%` itself and a `#` at the start (trec_eval takes such a line for a comment). Everything else stays as it is.
 */
export function encodeTrecId(id: string): string {
  return id.replace(/^#|[%\s]|\p{Cc}/gu, (character) => encodeURIComponent(character));
}

/** The inverse of `encodeTrecId`. */
export function decodeTrecId(field: string): string {
  return decodeURIComponent(field);
}
