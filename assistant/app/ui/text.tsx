import { type ComponentChild, Fragment, options, type VNode } from "preact";

/**
 * From now on every text on the page is shown as what it is: control characters and those that turn the direction of reading,
 * in texts of models and records, become odd ones. Markup is never interpreted anyway: texts are text nodes.
 */
export function showHiddenCharacters(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    if (typeof vnode.type === "string" || vnode.type === Fragment) clean(vnode as VNode<{ children?: unknown }>);
    before?.(vnode);
  };
}

function clean({ props }: VNode<{ children?: unknown }>): void {
  const { children } = props;
  if (typeof children === "string") props.children = visible(children);
  else if (Array.isArray(children))
    props.children = children.map((child: unknown) => (typeof child === "string" ? visible(child) : child));
}

export function visible(text: string): string {
  return text.replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

/** Prose of a model with its code spans and strong words; everything else as it was written. */
export function Prose({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <>
      {paragraphs.map((paragraph, index) => (
        // Of one text, which never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: its order is all that it has
        <p key={index}>
          <Spans text={paragraph.replace(/^#{1,6}\s+/gm, "")} />
        </p>
      ))}
    </>
  );
}

export function Spans({ text }: { text: string }) {
  return <>{text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map(span)}</>;
}

function span(part: string): ComponentChild {
  if (/^`.+`$/.test(part)) return <code>{part.slice(1, -1)}</code>;
  return /^\*\*.+\*\*$/.test(part) ? <strong>{part.slice(2, -2)}</strong> : part;
}

/** `1 test`, `2 tests`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
