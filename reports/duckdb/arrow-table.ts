import {
  Bool,
  type Data,
  type DataType,
  Dictionary,
  Float64,
  Int32,
  makeData,
  Table,
  Utf8,
  Vector,
  vectorFromArray,
} from "apache-arrow";
import { parquetMetadata, parquetRead, type SchemaElement } from "hyparquet";

type Column = unknown[];

/** A Parquet file of ours as an Arrow table: DuckDB's own reader of Parquet is an extension, which would be fetched from elsewhere. */
export async function readParquet(file: ArrayBuffer): Promise<Table> {
  const metadata = parquetMetadata(file);
  const [, ...schema] = metadata.schema;
  const columns = new Map<string, Column>(schema.map(({ name }) => [name, []]));
  await parquetRead({
    file,
    metadata,
    onChunk: ({ columnName, columnData }) => {
      const column = columns.get(columnName)!;
      for (const value of columnData) column.push(value);
    },
  });
  return new Table(
    Object.fromEntries(schema.map((element) => [element.name, toVector(columns.get(element.name)!, element)])),
  );
}

/** The types that our tables have. */
function toVector(values: Column, { type }: SchemaElement): Vector {
  if (type === "BOOLEAN") return vectorFromArray(values as (boolean | null)[], new Bool());
  if (type === "INT32") return numbers(values, new Int32(), new Int32Array(values.length));
  if (type === "DOUBLE") return numbers(values, new Float64(), new Float64Array(values.length));
  return texts(values as (string | null)[]);
}

function numbers(values: Column, type: Int32 | Float64, data: Int32Array | Float64Array): Vector {
  values.forEach((value, row) => {
    data[row] = (value as number | null) ?? 0;
  });
  const { nullBitmap, nullCount } = validity(values);
  return new Vector([
    makeData({ type, data, nullBitmap, nullCount, length: values.length } as never) as Data<DataType>,
  ]);
}

/** Each different text once: names of models and tools repeat in thousands of rows. */
function texts(values: readonly (string | null | undefined)[]): Vector {
  const places = new Map<string, number>();
  const data = new Int32Array(values.length);
  values.forEach((value, row) => {
    if (value === null || value === undefined) return;
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    data[row] = place;
  });
  const dictionary = vectorFromArray([...places.keys()], new Utf8());
  const type = new Dictionary(new Utf8(), new Int32());
  const { nullBitmap, nullCount } = validity(values);
  return new Vector([
    makeData({ type, data, dictionary, nullBitmap, nullCount, length: values.length } as never) as Data<DataType>,
  ]);
}

function validity(values: readonly unknown[]): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  values.forEach((value, row) => {
    if (value === null || value === undefined) nullCount++;
    else nullBitmap[row >> 3]! |= 1 << (row & 7);
  });
  return { nullBitmap, nullCount };
}
