/**
 * An id as one field of a TREC file. Corpus ids may hold white space, which parts fields there: it is percent-encoded,
 * and so are control characters, `%` itself and a `#` at the start (trec_eval takes such a line for a comment). Everything else stays as it is.
 */
export function encodeTrecId(id: string): string {
  return id.replace(/^#|[%\s]|\p{Cc}/gu, (character) => encodeURIComponent(character));
}

/**
 * An id in the files of BEIR: encoded as in a TREC file, and so are quotation marks, which a reader of CSV takes for its own, and at
 * the start what a sheet takes for a formula.
 */
export function encodeBeirId(id: string): string {
  return encodeTrecId(id).replace(/"|^['=+\-@]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The inverse of both. */
export function decodeTrecId(field: string): string {
  return decodeURIComponent(field);
}
