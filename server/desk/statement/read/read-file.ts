import { createHash } from 'node:crypto'
import type { Day } from '#shared/calendar/calendar.ts'
import { accountKey } from '#shared/desk/account-key.ts'
import { readCamt } from './camt.ts'
import { type HowToRead, readCsv } from './csv.ts'
import type { Question } from './decisions.ts'
import { decode } from './decode.ts'
import { mostRows, tooManyRows } from './limits.ts'
import { type BankFile, type BankLine, Unreadable } from './lines.ts'
import { readOfx } from './ofx.ts'

export type FileToRead = HowToRead & {
  bytes: Uint8Array
  /** As a person calls it, of a file that names none. */
  account: string
}

/** Parallel lists are copied between threads much faster than objects. */
export type ReadFile =
  | (Pick<BankFile, 'csv' | 'decided' | 'unread'> & {
      account: string
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
    })
  | { line: number; detail: string; question: Question | null }

/** Detects the format by content, and returns errors as answers. */
export async function readBankFile({ bytes, account, ...how }: FileToRead): Promise<ReadFile> {
  try {
    const { lines, unread, decided, csv } = await readAny(decode(bytes), how)
    if (lines.length + unread.length > mostRows) throw new Unreadable(mostRows + 1, tooManyRows)
    const names = lines.map((line) => line.account ?? account)
    return {
      account: [...new Set(names)].join(', ') || account,
      ...{ csv, decided, unread },
      numbers: lines.map(({ line }) => line),
      days: lines.map(({ day }) => day),
      amounts: lines.map(({ amount }) => amount),
      texts: lines.map(({ text }) => text),
      hashes: hashLines(lines, names),
      accounts: lines.map((line) => line.account),
      currencies: lines.map(({ currency }) => currency),
      pending: lines.map(({ isPending }) => isPending),
      contents: hashLines(lines, null),
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { line: error.line, detail: error.message, question: error.question }
  }
}

async function readAny(text: string, how: HowToRead): Promise<BankFile> {
  if (/<OFX>|OFXHEADER/i.test(text.slice(0, 4000))) return readOfx(text)
  return /^\uFEFF?\s*</.test(text) ? readCamt(text) : readCsv(text, how)
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
