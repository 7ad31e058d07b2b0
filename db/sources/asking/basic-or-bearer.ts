/** A token `name:secret` is sent as Basic, another as Bearer: Atlassian's cloud takes the first, its data centre the second. */
export function basicOrBearer(token: string): Record<string, string> {
  return {
    authorization: token.includes(":") ? `Basic ${Buffer.from(token).toString("base64")}` : `Bearer ${token}`,
  };
}
