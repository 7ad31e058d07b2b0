import { useLayoutEffect, useRef } from "preact/hooks";
import { openInPlace, type PlacedItem } from "../service/sources.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useLoaded } from "../ui/use-loaded.ts";

interface PlaceDialogProps {
  source: string;
  id: string;
  /** The person's own for the source; absent where it was not given on this page. */
  token: string | undefined;
  onClose(): void;
}

/** An item where it stands, as its source shows it to this person now: a message in its thread, a comment below its issue. */
export function PlaceDialog({ source, id, token, onClose }: PlaceDialogProps) {
  return (
    <Dialog title={`${id} in ${source}`} onClose={onClose}>
      {token === undefined ? (
        <p class="nothing">{`To open it, tick ${source} below and give your token for it.`}</p>
      ) : (
        <Place source={source} id={id} token={token} />
      )}
    </Dialog>
  );
}

function Place({ source, id, token }: { source: string; id: string; token: string }) {
  const { value, failed } = useLoaded(() => openInPlace(source, { id, token }), `${source} ${id}`);
  if (failed !== undefined) return <p class="bad">{failed}</p>;
  if (value === undefined) return <p aria-busy="true">…</p>;
  const { item, cited } = value;
  const { truncated } = item;
  return (
    <div class="place">
      <Part item={item} cited={cited} />
      {item.parts.map((part) => (
        <Part key={part.id} item={part} cited={cited} />
      ))}
      {truncated && (
        <p class="caption">{`The source showed ${truncated.shown} of ${truncated.of ?? "an unknown number"}.`}</p>
      )}
    </div>
  );
}

function Part({ item, cited }: { item: PlacedItem; cited: string }) {
  const { id, title, container, author, updatedAt, text, address } = item;
  const isCited = id === cited;
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isCited) element.current?.scrollIntoView({ block: "nearest" });
  }, [isCited]);
  const about = [
    container === title ? null : container,
    author?.name,
    updatedAt?.slice(0, "YYYY-MM-DDTHH:MM".length).replace("T", " "),
  ];
  return (
    <section ref={element} class={isCited ? "part cited" : "part"} aria-current={isCited}>
      <p class="caption">
        <strong>{title}</strong> {about.filter(Boolean).join(" · ")}{" "}
        {/^https?:\/\//i.test(address) && (
          <a href={address} target="_blank" rel="noreferrer noopener">
            open in the source
          </a>
        )}
      </p>
      <p class="said">{text}</p>
    </section>
  );
}
