import type { Day } from '#shared/calendar/calendar.ts'
import type { Question } from '#shared/desk/statement-decisions.ts'
import { readCamt } from './camt.ts'
import { type HowToRead, readCsv } from './csv.ts'
import { advice, decode } from './decode.ts'
import { mostRows, tooManyRows } from './limits.ts'
import { hashContent } from './line-hash.ts'
import { type BankFile, Unreadable } from './lines.ts'
import { readOfx } from './ofx.ts'

export type FileToRead = HowToRead & { bytes: Uint8Array }

/** Parallel arrays, because threads copy them much faster than objects. */
export type ReadFile =
  | (Pick<BankFile, 'accounts' | 'csv' | 'decided' | 'unread'> & {
      numbers: number[]
      days: Day[]
      amounts: number[]
      texts: string[]
      /** Account number of each line. */
      owners: string[]
      currencies: (string | null)[]
      pending: boolean[]
      /** Hash of each line, without its account. */
      contents: string[]
    })
  | { line: number; detail: string; question: Question | null }

/** Detects the format by content, and returns errors instead of throwing. */
export async function readBankFile(file: FileToRead): Promise<ReadFile> {
  const read = await tryToRead(file)
  if ('days' in read || read.question) return read
  const question = await askAgain(file)
  if (!question) return read
  // Another export wouldn't help, because other choices can read this file.
  return {
    ...read,
    detail: `It can’t be read this way. ${read.detail.replace(advice, '').trim()}`,
    question,
  }
}

async function tryToRead({ bytes, ...how }: FileToRead): Promise<ReadFile> {
  try {
    const { accounts, lines, unread, decided, csv } = await readAny(bytes, how)
    if (lines.length + unread.length > mostRows) throw new Unreadable(mostRows + 1, tooManyRows)
    return {
      accounts: [...new Set(accounts)],
      csv,
      decided,
      unread,
      numbers: lines.map(({ line }) => line),
      days: lines.map(({ day }) => day),
      amounts: lines.map(({ amount }) => amount),
      texts: lines.map(({ text }) => text),
      owners: lines.map(({ account }) => account),
      currencies: lines.map(({ currency }) => currency),
      pending: lines.map(({ isPending }) => isPending),
      contents: lines.map(hashContent),
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { line: error.line, detail: error.message, question: error.question }
  }
}

/** Asks again after choices that can't be read. Keeps the encoding if it reads something. */
async function askAgain({ chosen, ...how }: FileToRead): Promise<Question | null> {
  const { encoding, delimiter, header } = chosen ?? {}
  const ways = [...(encoding && (delimiter || header) ? [{ encoding }] : []), null]
  if (!encoding && !delimiter && !header) return null
  for (const way of ways) {
    const read = await tryToRead({ ...how, chosen: way, remembered: null, asksColumns: true })
    if ('question' in read && read.question) return read.question
  }
  return null
}

async function readAny(bytes: Uint8Array, how: HowToRead): Promise<BankFile> {
  const { text, encoding } = decode(bytes, how.chosen?.encoding, how.remembered?.decisions.encoding)
  if (/<OFX>|OFXHEADER/i.test(text.slice(0, 4000))) return readOfx(text, how.timeZone)
  return /^\uFEFF?\s*</.test(text) ? readCamt(text, how.timeZone) : readCsv(text, encoding, how)
}
