"""Questions and passages of folders: a corpus (artifacts.jsonl, links.csv), or anything else that holds Markdown."""

import csv
import hashlib
import json
import random
import re
from dataclasses import dataclass, field

SNIPPET = 300  # characters of a record that the re-rank level shows to a cross-encoder, behind its title
QUESTION = 300


@dataclass
class Collection:
    """Passages, and questions with the passages that answer them. `held[i]`: passage i belongs to a record kept for the measurement."""

    name: str
    passages: list = field(default_factory=list)
    held: list = field(default_factory=list)
    questions: list = field(default_factory=list)  # (text, frozenset of passages, held out)


def is_held(key, share=0.1):
    return int(hashlib.sha256(key.encode()).hexdigest()[:8], 16) < share * 2**32


def read(folder, most, seed):
    form = corpus if (folder / "artifacts.jsonl").exists() else markdown
    found = [collection for collection in form(folder, most, seed) if collection.questions]
    if not found:
        raise SystemExit(f"{folder}: expected artifacts.jsonl and links.csv, or files of Markdown")
    return found


def corpus(folder, most, seed):
    records = [json.loads(line) for line in (folder / "artifacts.jsonl").open(encoding="utf-8")]
    yield own_text(folder.name, [(r["id"], r.get("title") or "", r.get("text") or "") for r in records], most, seed)
    by_id = {r["id"]: r for r in records}
    kinds = {}
    for link in csv.DictReader((folder / "links.csv").open(encoding="utf-8", newline="")):
        source, target = by_id.get(link["source_id"]), by_id.get(link["target_id"])
        if source and target:
            kinds.setdefault((source["type"], target["type"]), {}).setdefault(source["id"], set()).add(target["id"])
    for (source_type, target_type), links in sorted(kinds.items()):
        targets = sorted({target for own in links.values() for target in own})
        targets = random.Random(seed).sample(targets, min(most, len(targets)))
        collection = Collection(f"{folder.name}: {source_type} -> {target_type}")
        for target in targets:
            add_passage(collection, target, f"{by_id[target].get('title') or ''}\n{by_id[target].get('text') or ''}")
        place = {target: at for at, target in enumerate(targets)}
        for source, own in sorted(links.items()):
            relevant = frozenset(place[target] for target in own if target in place)
            title, text = by_id[source].get("title") or "", by_id[source].get("text") or ""
            text = text if text.startswith(title) else f"{title} {text}"
            if relevant:
                collection.questions.append((" ".join(text.split())[:QUESTION], relevant, is_held(source)))
        yield collection


def markdown(folder, most, seed):
    """A section is a record; the package or folder that it is of is held out as a whole."""
    sections, seen = [], set()
    for path in sorted(folder.rglob("*.[mM][dD]")):
        if re.match(r"licen[sc]e|change|history", path.name.lower()) or path.stat().st_size > 400_000:
            continue
        whole = str(path.parent.relative_to(folder)).split("node_modules/")[-1]
        name = whole if whole != "." else path.stem
        for heading, body in sections_of(path.read_text(encoding="utf-8", errors="replace")):
            if len(body) >= 80 and body not in seen:
                seen.add(body)
                sections.append((name, heading, body))
    yield own_text(folder.name, sections, most, seed)


def sections_of(text):
    text = re.sub(r"<!--.*?-->|<[^>]+>|!?\[[^\]]*\]:\s*\S+|!\[[^\]]*\]\([^)]*\)", " ", text, flags=re.S)
    text = re.sub(r"\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])", r"\1", text)
    parts = re.split(r"^#{1,5} +(.+?)#*$", text, flags=re.M)
    for heading, body in zip(parts[1::2], parts[2::2]):
        yield heading.strip(" `*"), body.strip()


def own_text(name, records, most, seed):
    """Each record asks for itself: by a sentence that is then taken out of its text, or by its title, which is then left out."""
    draw = random.Random(seed)
    collection = Collection(f"{name}: sentence or title -> record")
    for key, title, text in draw.sample(records, min(most, len(records))):
        text = text.removeprefix(title).strip()
        sentences = [s for s in re.split(r"(?<=[.!?])\s+|\n\s*\n", text[:1200]) if 30 <= len(s) <= QUESTION and re.search(r"[a-z]{3} [a-z]{2}", s)]
        if sentences and draw.random() < 0.6:
            question = draw.choice(sentences)
            passage = f"{title}\n{text.replace(question, ' ', 1)}"
        else:
            question, passage = title, text
        if len(passage.split()) < 8 or len(question.split()) < 2:
            continue
        add_passage(collection, key, passage)
        collection.questions.append((" ".join(question.split()), frozenset([len(collection.passages) - 1]), is_held(key)))
    return collection


def add_passage(collection, key, text):
    title, _, body = text.partition("\n")
    collection.passages.append(f"{title}\n{body.strip()[:SNIPPET]}".strip())
    collection.held.append(is_held(key))
