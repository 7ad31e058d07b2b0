import { type AttributeFacet, type AttributeFilters, NOT_SAID, sayFilter, wordsOf } from "./attributes.ts";

interface NarrowProps {
  facets: readonly AttributeFacet[];
  filters: AttributeFilters;
  setFilters(filters: AttributeFilters): void;
  sort: string | null;
  setSort(attribute: string | null): void;
}

/** A list by what the corpus declares of its tests: narrowed to values, sorted. */
export function Narrow({ facets, filters, setFilters, sort, setSort }: NarrowProps) {
  if (facets.length === 0) return null;
  const choose = (name: string, value: string | null) => {
    const others = [...filters].filter(([one]) => one !== name);
    setFilters(new Map(value === null ? others : [...others, [name, value]]));
  };
  return (
    <details class="narrowing">
      <summary>narrow and sort by attributes</summary>
      <div class="facets">
        {facets.map((facet) => (
          <FacetChoice key={facet.name} facet={facet} value={filters.get(facet.name)} choose={choose} />
        ))}
        <label>
          <span>sorted by</span>
          <select
            value={sort ?? RANK}
            onChange={({ currentTarget: { value } }) => setSort(value === RANK ? null : value)}
          >
            <option value={RANK}>rank in the answer</option>
            {facets.map(({ name }) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </details>
  );
}

/** No attribute has an empty name. */
const RANK = "";
const ANY = "any";

interface FacetChoiceProps {
  facet: AttributeFacet;
  value: string | undefined;
  choose(name: string, value: string | null): void;
}

function FacetChoice({ facet: { name, values }, value, choose }: FacetChoiceProps) {
  return (
    <label>
      <span>{wordsOf(name)}</span>
      {/* Values may be anything: options are told apart by a sign that "any" does not have. */}
      <select
        value={value === undefined ? ANY : `=${value}`}
        onChange={({ currentTarget: { value: chosen } }) => choose(name, chosen === ANY ? null : chosen.slice(1))}
      >
        <option value={ANY}>any</option>
        {[...values].map(([one, count]) => (
          <option key={one} value={`=${one}`}>{`${one === "" ? NOT_SAID : one} (${count})`}</option>
        ))}
      </select>
    </label>
  );
}

interface NarrowedProps {
  shown: number;
  all: number;
  filters: AttributeFilters;
  disabled: boolean;
  keepOnly(): void;
  clear(): void;
}

/** What is shown of a list that is narrowed, and how it becomes the scope. */
export function Narrowed({ shown, all, filters, disabled, keepOnly, clear }: NarrowedProps) {
  if (filters.size === 0) return null;
  const said = [...filters].map(([name, value]) => sayFilter(name, value)).join("; ");
  return (
    <div class="row narrowed">
      <p class="caption" role="status">{`${shown} of ${all} shown (${said})`}</p>
      <button type="button" disabled={disabled || shown === 0 || shown === all} onClick={keepOnly}>
        Keep only these
      </button>
      <button type="button" onClick={clear}>
        Show all
      </button>
    </div>
  );
}
