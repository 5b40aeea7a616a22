import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '../../web/http/errors.ts'

/** Opens the file from its start, and can be called repeatedly. */
export type OpenFile = () => AsyncIterable<Uint8Array>

export type Row = { line: number; cells: string[] }

/** Facts about a file before its rows are read. */
export type Survey = {
  sha256: string
  encoding: Encoding
  delimiter: string
  header: string[]
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const sampleRows = 5
const mostColumns = 200
const mostRowLength = 100_000
const delimiters = [',', ';', '\t', '|']

/** @throws AppError 422 `import_unreadable` */
export async function surveyFile(open: OpenFile): Promise<Survey> {
  const hash = createHash('sha256')
  const strict = new TextDecoder('utf-8', { fatal: true })
  let [isUtf8, start] = [true, Buffer.alloc(0)]
  for await (const chunk of open()) {
    hash.update(chunk)
    if (start.length < 4096) start = Buffer.concat([start, chunk]).subarray(0, 4096)
    if (isUtf8) isUtf8 = decodes(() => strict.decode(chunk, { stream: true }))
  }
  isUtf8 &&= decodes(() => strict.decode())
  refuseBinary(start)
  const encoding = utf16Of(start) ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  const delimiter = guessDelimiter(new TextDecoder(encoding).decode(start))
  const [header] = await firstRows(parseRows(open, { encoding, delimiter }), 1)
  if (!header) throw unreadable(1, 'The file is empty.')
  if (header.length < 2) throw unreadable(1, 'The first line names fewer than two columns.')
  if (header.length > mostColumns) throw unreadable(1, `It has more than ${mostColumns} columns.`)
  return { sha256: hash.digest('hex'), encoding, delimiter, header }
}

/** Excel may name it in a first line "sep=;". */
function guessDelimiter(start: string): string {
  const [first = ''] = start.split(/[\r\n]+/).filter(saysSomething)
  const [, said] = excelsDelimiter.exec(first) ?? []
  if (said) return said
  return delimiters.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
}

const excelsDelimiter = /^"?sep=(.)"?$/i

const saysSomething = (line: string) => /[^\s,;|"]/.test(line)

/** First five rows. They contain keys, so only the encrypted file stores them. */
export function sampleOf(
  open: OpenFile,
  survey: Pick<Survey, 'encoding' | 'delimiter'>,
): Promise<string[][]> {
  return firstRows(readRows(open, survey), sampleRows)
}

async function firstRows(rows: AsyncIterable<Row>, most: number): Promise<string[][]> {
  const first: string[][] = []
  for await (const { cells } of rows) {
    first.push(cells)
    if (first.length === most) break
  }
  return first
}

/**
 * Yields the rows below the header, without the first `done`.
 * @throws AppError 422 `import_unreadable` with the line of an unclosed quote
 */
export async function* readRows(
  open: OpenFile,
  survey: Pick<Survey, 'encoding' | 'delimiter'>,
  done = 0,
): AsyncGenerator<Row> {
  let complete: ((cells: string[]) => string[]) | null = null
  let read = 0
  for await (const { line, cells } of parseRows(open, survey)) {
    if (complete) {
      const whole = complete(cells)
      if (++read > done) yield { line, cells: whole }
      // Skipping is quick, but a file may have a hundred thousand rows.
      else if (read % 2500 === 0) await nextTurn()
    } else complete = completeOrders(cells)
  }
}

/** Shopify fills in buyer, day and status only in the first row of an order with several items. */
function completeOrders(header: string[]): (cells: string[]) => string[] {
  const [order, status] = [header.indexOf('Name'), header.indexOf('Financial Status')]
  const isOfItem = header.map((name) => name.startsWith('Lineitem'))
  let first: string[] = []
  return (cells) => {
    const goesOn = cells[status] === '' && cells[order] !== undefined && cells[order] === first[order]
    if (goesOn) return cells.map((cell, place) => (isOfItem[place] ? cell : cell || (first[place] ?? '')))
    first = cells
    return cells
  }
}

async function* parseRows(
  open: OpenFile,
  { encoding, delimiter }: Pick<Survey, 'encoding' | 'delimiter'>,
): AsyncGenerator<Row> {
  const text = Readable.from(decode(open(), encoding))
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostRowLength,
  })
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  let isAboveHeader = true
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (isAboveHeader && !isHeaderRow(record)) continue
      isAboveHeader = false
      const within = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0)
      yield { line: info.lines - within, cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 1)
    throw unreadable(line, 'A quote is missing or out of place, or a row is too long.')
  } finally {
    text.destroy()
    parser.destroy()
  }
}

/** Skips lines above the header, which are blank or Excel's. */
function isHeaderRow(cells: string[]): boolean {
  return cells.some(saysSomething) && !/^sep=.?$/i.test(cells.join(''))
}

/** Unifies line endings, which a file may mix. */
async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let held = ''
  for await (const chunk of chunks) {
    const text = held + decoder.decode(chunk, { stream: true }).replaceAll('\0', '')
    // Its line feed may come with the next chunk.
    held = text.endsWith('\r') ? '\r' : ''
    if (text !== held) yield endLines(text.slice(0, text.length - held.length))
  }
  yield endLines(held + decoder.decode())
}

const endLines = (text: string) => text.replace(/\r\n?/g, '\n')

function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : null
}

function refuseBinary(start: Buffer): void {
  const found = binaries.find(([sign]) => start.toString('latin1').startsWith(sign))
  if (found) throw unreadable(1, `This is ${found[1]}. Export the licences as CSV.`)
}

const binaries: [string, string][] = [
  ['PK\u0003\u0004', 'a zip file, or a spreadsheet such as XLSX'],
  ['\u00d0\u00cf\u0011\u00e0', 'a spreadsheet, such as XLS'],
  ['%PDF', 'a PDF'],
  ['{', 'JSON'],
  ['[', 'JSON'],
  ['<', 'a web page, or XML'],
]

function decodes(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}

function unreadable(line: number, detail: string): AppError {
  const told = `Line ${line} can’t be read. ${detail} Nothing of the file was taken.`
  return new AppError(422, 'import_unreadable', told, { members: { line } })
}
