import {
  type Notebook,
  type NotebooksData,
  notebookName,
  parseNotebook,
  type SavedNotebook,
} from "../../../../harness/show/report/notebooks/notebook.ts";
import { h } from "../dom.ts";
import { download } from "./download.ts";
import type { Kept } from "./kept.ts";

interface ShelfOptions {
  kept: Kept;
  current: () => Notebook;
  open: (notebook: Notebook) => void;
}

/** Saved notebooks: in the run where `report serve` serves it, in this browser otherwise. */
export class Shelf {
  readonly element = h("section", { class: "shelf", "aria-label": "Saved" });
  readonly #options: ShelfOptions;
  readonly #said = h("span", { class: "status", role: "status" });
  readonly #list = h("ul");
  #data: NotebooksData = { writable: false, notebooks: [] };

  constructor(options: ShelfOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const response = await fetch("./data/notebooks.json");
    if (response.ok) this.#data = await response.json();
    const file = h("input", {
      type: "file",
      accept: ".json",
      class: "file",
      "aria-label": "Open a notebook's file",
    }) as HTMLInputElement;
    file.addEventListener("change", () => void this.#openFile(file));
    this.element.replaceChildren(
      h("h2", {}, "Saved"),
      h(
        "p",
        { class: "caption" },
        this.#data.writable
          ? "Saved notebooks lie in the run, under notebooks/."
          : "This host only shows the report: what you save is kept in this browser and nowhere else. Download it to keep it, or serve the run with scopebench report serve to save into the run.",
      ),
      h(
        "p",
        { class: "cell-tools" },
        h("button", { type: "button", onclick: () => void this.#save() }, "Save"),
        h("button", { type: "button", onclick: () => this.#download() }, "Download"),
        h("label", { class: "button" }, "Open file", file),
        this.#said,
      ),
      this.#list,
    );
    this.#draw();
  }

  get #notebooks(): SavedNotebook[] {
    const own = this.#data.writable ? [] : this.#options.kept.notebooks;
    return [...this.#data.notebooks.filter(({ name }) => !own.some((one) => one.name === name)), ...own];
  }

  #draw(): void {
    this.#list.replaceChildren(
      ...this.#notebooks.map((saved) => {
        const title = saved.title || saved.name;
        const isOurs = this.#data.writable || this.#options.kept.notebooks.some(({ name }) => name === saved.name);
        return h(
          "li",
          {},
          h("button", { type: "button", class: "link", onclick: () => this.#options.open(saved) }, title),
          isOurs
            ? h(
                "button",
                {
                  type: "button",
                  class: "link",
                  "aria-label": `Remove ${title}`,
                  onclick: () => void this.#remove(saved.name),
                },
                "×",
              )
            : null,
        );
      }),
    );
  }

  async #save(): Promise<void> {
    const notebook = this.#options.current();
    const name = notebookName(notebook.title);
    await this.#try(async () => {
      if (notebook.cells.length === 0) throw new Error("there are no cells to save");
      if (notebook.title === "") throw new Error("give it a title first: it is saved under that");
      const was = this.#notebooks.some((saved) => saved.name === name);
      if (this.#data.writable) await this.#ask("PUT", name, notebook);
      else this.#options.kept.save(name, notebook);
      return `${was ? "replaced" : "saved as"} ${name}`;
    });
  }

  async #remove(name: string): Promise<void> {
    await this.#try(async () => {
      if (this.#data.writable) await this.#ask("DELETE", name);
      else this.#options.kept.remove(name);
      return `removed ${name}`;
    });
  }

  async #ask(method: "PUT" | "DELETE", name: string, notebook?: Notebook): Promise<void> {
    const response = await fetch(`./notebooks/${name}.json`, { method, body: notebook && JSON.stringify(notebook) });
    if (!response.ok) throw new Error((await response.text()) || `the server answered ${response.status}`);
    this.#data = await response.json();
  }

  async #try(work: () => Promise<string>): Promise<void> {
    try {
      this.#said.textContent = await work();
    } catch (error) {
      this.#said.textContent = (error as Error).message;
    }
    this.#draw();
  }

  #download(): void {
    const notebook = this.#options.current();
    download(`${notebookName(notebook.title)}.json`, `${JSON.stringify(notebook, null, 1)}\n`, "application/json");
  }

  async #openFile(file: HTMLInputElement): Promise<void> {
    await this.#try(async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return "";
      try {
        this.#options.open(parseNotebook(JSON.parse(await chosen.text())));
      } catch {
        throw new Error("this file is no notebook of this page");
      }
      file.value = "";
      return "opened";
    });
  }
}
