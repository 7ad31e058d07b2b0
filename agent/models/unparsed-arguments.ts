/** Argument that carries what a model sent where its arguments were not JSON. */
export const UNPARSED_ARGUMENTS = "unparsed_arguments";
