import { createHash } from 'node:crypto'
import type { Day } from '#shared/calendar/calendar.ts'
import { accountKey } from '#shared/desk/account-key.ts'
import { readCamt } from './camt.ts'
import { type CsvColumns, readCsv } from './csv.ts'
import { decode, requireText } from './decode.ts'
import type { Layout } from './layout.ts'
import { type BankFile, type BankLine, type Column, mostRows, tooManyRows } from './lines.ts'
import { readOfx } from './ofx.ts'
import { type ColumnsQuestion, type Sample, Unreadable } from './unreadable.ts'

export type FileToRead = CsvColumns & {
  bytes: Uint8Array
  /** As a person calls it, of a file that names none. */
  account: string
}

/** Parallel lists are copied between threads much faster than objects. */
export type ReadFile =
  | {
      account: string
      columns: Column[] | null
      layout: Layout | null
      sample: Sample | null
      numbers: number[]
      days: Day[]
      amounts: number[]
      texts: string[]
      hashes: string[]
      /** Told by the file; null otherwise. */
      accounts: (string | null)[]
      currencies: (string | null)[]
      pending: boolean[]
      /** Without the account. */
      contents: string[]
    }
  | { line: number; detail: string; question: ColumnsQuestion | null }

/** Detects the format by content, and returns errors as answers. */
export async function readBankFile({ bytes, account, ...how }: FileToRead): Promise<ReadFile> {
  try {
    requireText(bytes)
    const file = await readAny(decode(bytes), how)
    if (file.lines.length > mostRows) throw new Unreadable(mostRows + 1, tooManyRows)
    const names = file.lines.map((line) => line.account ?? account)
    return {
      account: [...new Set(names)].join(', ') || account,
      columns: file.columns,
      layout: file.layout ?? null,
      sample: file.sample ?? null,
      numbers: file.lines.map(({ line }) => line),
      days: file.lines.map(({ day }) => day),
      amounts: file.lines.map(({ amount }) => amount),
      texts: file.lines.map(({ text }) => text),
      hashes: hashLines(file.lines, names),
      accounts: file.lines.map((line) => line.account),
      currencies: file.lines.map(({ currency }) => currency),
      pending: file.lines.map(({ isPending }) => isPending),
      contents: hashLines(file.lines, null),
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { line: error.line, detail: error.message, question: error.question }
  }
}

async function readAny(text: string, how: CsvColumns): Promise<BankFile> {
  const start = text.slice(0, 4000)
  if (/<OFX>|OFXHEADER/i.test(start)) return readOfx(text)
  return /^\uFEFF?\s*</.test(start) ? readCamt(text) : readCsv(text, how)
}

/**
 * Equal lines of an account are numbered, so that each counts once and all count.
 * @param names of the lines' accounts; null leaves them out of the hash
 */
function hashLines(lines: BankLine[], names: string[] | null): string[] {
  const places = new Map<string, number>()
  return lines.map(({ day, amount, text, isPending, account }, index) => {
    const key = names ? accountKey(names[index] ?? '') : ''
    // An entry that isn't booked yet takes no place of one that is.
    const own = [day, amount, text.toLowerCase(), ...(isPending ? ['pending'] : [])]
    const numbered = JSON.stringify([names ? key : account, ...own])
    const content = names ? numbered : JSON.stringify(own)
    const place = places.get(numbered) ?? 0
    places.set(numbered, place + 1)
    return createHash('sha256').update(`${content} ${place}`).digest('hex')
  })
}
