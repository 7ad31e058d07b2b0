import { request } from "node:http";

export interface Request {
  url: string;
  method?: string;
  /** As it is sent: a client that means well would have put it right. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** One request on a connection of its own, with what `fetch` would not send. */
export function send({ url, method = "GET", path, headers = {}, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("close", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    // An answer may come before all was sent; what it says counts.
    sent.on("error", (error) => setTimeout(reject, 20_000, error).unref());
    sent.end(body);
  });
}
