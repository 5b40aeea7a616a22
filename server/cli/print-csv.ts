import { type CsvRow, linesOf } from '../web/http/csv.ts'

/** Prints pages as they are read. @returns the exit status */
export async function printCsv(columns: readonly string[], pages: AsyncIterable<CsvRow[]>): Promise<number> {
  for await (const lines of linesOf(columns, pages)) {
    console.log(lines.replace(/\n$/, ''))
    // Nobody reads on, or nothing more can be written.
    if (process.stdout.errored) break
  }
  return 0
}
