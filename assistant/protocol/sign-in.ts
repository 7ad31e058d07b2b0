/** Where a source's owner lets people sign in: authorisation code (RFC 6749) with PKCE (RFC 7636). */
export interface SignIn {
  authorize: string;
  token: string;
  clientId: string;
  /** Of services that want one besides PKCE. */
  clientSecret?: string | undefined;
  /** Whose tokens are asked for, as Auth0 and Atlassian want it said. */
  audience?: string | undefined;
  scope?: string | undefined;
}
