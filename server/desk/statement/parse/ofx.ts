import { type BankFile, type BankLine, tidyText } from './lines.ts'
import { requireFewElements } from './require-modest-xml.ts'
import { Unreadable } from './unreadable.ts'
import { readCents, readCurrency, readDay } from './values.ts'

/**
 * Open Financial Exchange 1.x (SGML without end tags) and 2.x (XML). Entries that the bank hasn't booked are in lists of their own,
 * which aren't read.
 * @throws Unreadable
 */
export function readOfx(text: string): BankFile {
  if (!/<OFX>/i.test(text)) throw new Unreadable(1, 'This is no OFX file.')
  requireFewElements(text)
  const lines = statementsIn(text).flatMap((statement) => linesOf(text, statement))
  if (lines.length === 0) throw new Unreadable(1, 'The file has no transactions.')
  return { lines: lines.map((line, index) => ({ ...line, line: index + 1 })), columns: null }
}

type Block = { start: number; block: string }

/** A file may have statements of several accounts. */
function statementsIn(text: string): Block[] {
  const found = [...text.matchAll(/<((?:CC)?STMTRS)>[\s\S]*?(?=<\/\1>|<(?:CC)?STMTRS>|$)/gi)]
  if (found.length === 0) return [{ start: 0, block: text }]
  return found.map(({ index, 0: block }) => ({ start: index, block }))
}

function linesOf(text: string, { start, block }: Block): BankLine[] {
  const [head = ''] = block.split(/<BANKTRANLIST>|<STMTTRN>/i, 1)
  const account = tagOf(head, 'ACCTID') || null
  const currency = readCurrency(tagOf(head, 'CURDEF'))
  const entries = block.matchAll(/<STMTTRN>([\s\S]*?)(?=<STMTTRN>|<\/STMTTRN>|<\/BANKTRANLIST>|$)/gi)
  return [...entries].map(({ index, 1: entry = '' }) => {
    const value = (tag: string) => tagOf(entry, tag)
    const [posted, moved] = [value('DTPOSTED'), value('TRNAMT')]
    // The format allows a decimal comma.
    const [day, amount] = [readDay(posted), readCents(moved.replace(/,(?=\d{1,2}$)/, '.'))]
    const line = () => text.slice(0, start + index).split('\n').length
    if (!day) throw new Unreadable(line(), `“${posted.slice(0, 40)}” isn’t a date.`)
    if (amount === null) throw new Unreadable(line(), `“${moved.slice(0, 40)}” isn’t an amount.`)
    const said = tidyText([value('NAME'), value('MEMO')].filter(Boolean).join(' '))
    const own = readCurrency(tagOf(/<CURRENCY>([\s\S]*)/i.exec(entry)?.[1] ?? '', 'CURSYM'))
    return { line: 0, day, amount, text: said, account, currency: own ?? currency, isPending: false }
  })
}

function tagOf(block: string, tag: string): string {
  const [, value = ''] = new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block) ?? []
  return value.trim().replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>' })[name as 'amp'])
}
