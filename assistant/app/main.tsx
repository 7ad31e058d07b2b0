import { render } from "preact";
import { Page } from "./page.tsx";
import { keepToken, linkToken, openClient, reasonOf, request } from "./service/client.ts";
import { Records } from "./service/records.ts";
import { endSignIn, readSources } from "./service/sources.ts";
import type { AssistantInfo, ServiceInfo } from "./service/wire.ts";
import { SharedPage } from "./share/shared-page.tsx";
import { showHiddenCharacters } from "./ui/text.tsx";

/** Draws the page, or asks for the token that the service wants. */
async function start(): Promise<void> {
  const root = document.querySelector("#app")!;
  if (endSignIn()) return render(<p>The page that you came from goes on; this window can be closed.</p>, root);
  if (linkToken() !== null) return render(<SharedPage />, root);
  const client = openClient();
  // The service answers when its records are open: minutes for a corpus that is read for the first time.
  render(<Opening />, root);
  try {
    const assistants = (await client.assistants.search({ limit: 1000 })) as unknown as AssistantInfo[];
    const { safe_mode: standard, keep_days: keepDays, records } = await request<ServiceInfo>("/info");
    const offered = await readSources();
    render(
      <Records.Provider value={records}>
        <Page {...{ client, assistants, offered, standard, keepDays }} />
      </Records.Provider>,
      root,
    );
  } catch (error) {
    render(<TokenForm reason={reasonOf(error)} />, root);
  }
}

function Opening() {
  return (
    <main>
      <h1>scopebench</h1>
      <p role="status">The records are being opened; the page goes on by itself.</p>
    </main>
  );
}

function TokenForm({ reason }: { reason: string }) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    keepToken(String(new FormData(event.currentTarget as HTMLFormElement).get("token")));
    void start();
  };
  return (
    <main>
      <h1>scopebench</h1>
      <p>{reason}</p>
      <form class="row" onSubmit={send}>
        <input type="password" name="token" aria-label="token" autocomplete="off" />
        <button type="submit">Go on</button>
      </form>
    </main>
  );
}

showHiddenCharacters();
await start();
