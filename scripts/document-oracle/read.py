"""What other readers find in documents, a JSON object a line: pypdf and pdfplumber, python-docx, BeautifulSoup."""
import json
import logging
import sys
import warnings

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")


def read_pdf(path):
    import pypdf

    reader = pypdf.PdfReader(path)
    text = "\n".join(page.extract_text() for page in reader.pages)
    return {"counts": {"pages": len(reader.pages)}, "text": text}


def read_docx(path):
    import docx

    document = docx.Document(path)
    body = document.element.body
    w = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    texts = [node.text or "" for node in body.iter(w + "t")]
    headings = [
        p for p in document.paragraphs if p.text.strip() and p.style and (p.style.name.startswith("Heading") or p.style.name == "Title")
    ]
    return {"counts": {"headings": len(headings), "tables": len(document.tables)}, "text": " ".join(texts)}


def read_html(path):
    from bs4 import BeautifulSoup

    with open(path, "rb") as file:
        soup = BeautifulSoup(file, "html.parser")
    for node in soup(["script", "style", "head", "title", "template", "noscript", "svg", "math", "iframe", "object", "nav"]):
        node.decompose()
    headings = [node for node in soup.find_all(["h1", "h2", "h3", "h4", "h5", "h6"]) if node.get_text().strip()]
    return {"counts": {"headings": len(headings)}, "text": soup.get_text(" ")}


READERS = {"pdf": read_pdf, "docx": read_docx, "html": read_html, "htm": read_html}

for path in sys.argv[1:]:
    try:
        found = READERS[path.rsplit(".", 1)[-1].lower()](path)
    except Exception as error:  # What a reader refuses is a result too.
        found = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps({"path": path, **found}), flush=True)
