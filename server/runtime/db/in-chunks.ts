/** Queries have a limited number of parameters. */
const chunkSize = 500

/** Reads rows for many values. @param read queries one chunk of them */
export async function inChunks<Value, Row>(
  values: readonly Value[],
  read: (some: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < values.length; start += chunkSize) {
    rows.push(...(await read(values.slice(start, start + chunkSize))))
  }
  return rows
}
