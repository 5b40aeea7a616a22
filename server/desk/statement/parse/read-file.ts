import { createHash } from 'node:crypto'
import type { Day } from '#shared/calendar.ts'
import { accountKey } from '#shared/desk/account-key.ts'
import { readCamt } from './camt.ts'
import { type CsvColumns, readCsv } from './csv.ts'
import { decode, requireText } from './decode.ts'
import type { BankFile, BankLine, Column } from './lines.ts'
import { readOfx } from './ofx.ts'
import { type Sample, Unreadable } from './unreadable.ts'

export type FileToRead = {
  bytes: Uint8Array
  /** Of a file that names none. */
  account: string
  columns: Column[] | null
  /** Refuses columns that are only guessed. */
  asksColumns?: boolean
}

/** Parallel lists are copied between threads much faster than objects. */
export type ReadFile =
  | {
      account: string
      columns: Column[] | null
      numbers: number[]
      days: Day[]
      amounts: number[]
      texts: string[]
      hashes: string[]
    }
  | { line: number; detail: string; sample: Sample | null }

const mostLines = 100_000

/** Detects the format by content, and returns errors as answers. */
export async function readBankFile({ bytes, account, ...how }: FileToRead): Promise<ReadFile> {
  try {
    requireText(bytes)
    const file = await readAny(decode(bytes), how)
    if (file.lines.length > mostLines) throw new Unreadable(mostLines + 1, `More than ${mostLines} lines.`)
    const name = file.account ?? account
    return {
      account: name,
      columns: file.columns,
      numbers: file.lines.map(({ line }) => line),
      days: file.lines.map(({ day }) => day),
      amounts: file.lines.map(({ amount }) => amount),
      texts: file.lines.map(({ text }) => text),
      hashes: hashLines(name, file.lines),
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { line: error.line, detail: error.message, sample: error.sample }
  }
}

async function readAny(text: string, how: CsvColumns): Promise<BankFile> {
  const start = text.slice(0, 4000)
  if (/<OFX>|OFXHEADER/i.test(start)) return readOfx(text)
  return /^\uFEFF?\s*</.test(start) ? readCamt(text) : readCsv(text, how)
}

/** Equal lines of a file are numbered, so that each counts once and all count. */
function hashLines(account: string, lines: BankLine[]): string[] {
  const places = new Map<string, number>()
  return lines.map(({ day, amount, text }) => {
    const content = JSON.stringify([accountKey(account), day, amount, text.toLowerCase()])
    const place = places.get(content) ?? 0
    places.set(content, place + 1)
    return createHash('sha256').update(`${content} ${place}`).digest('hex')
  })
}
