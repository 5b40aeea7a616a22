import { decideDecimal, hasSign, readCurrency, readMoney } from './amounts.ts'
import { dayOfInstant, readDay } from './days.ts'
import { mostDepth, requireFewElements, skipped, tooDeep } from './limits.ts'
import { type BankFile, type BankLine, quote, tidyText, Unreadable, type UnreadRow } from './lines.ts'
import { below, type Element, readXml, textAt } from './xml.ts'

/**
 * Open Financial Exchange 1.x (SGML without end tags) and 2.x (XML). Skips the separate lists of entries that
 * the bank hasn't booked.
 * @throws Unreadable
 */
export function readOfx(text: string, timeZone: string): BankFile {
  requireFewElements(text)
  const start = text.search(/<OFX>/i)
  if (start < 0) throw new Unreadable(1, 'This is no OFX file.')
  const root = readXml(closeElements(text.slice(start)))
  const found = below(root, ['STMTRS', 'CCSTMTRS'])
  const statements = found.length > 0 ? found : [root]
  const entries = statements.flatMap(entriesOf)
  if (found.length === 0 && entries.length === 0)
    throw new Unreadable(
      1,
      'This OFX has no statement. The bank may have refused to make one: export it again.',
    )
  const moved = ({ entry }: Entry) => textAt(entry, 'TRNAMT')
  const decimal = decideDecimal(entries.map(moved)) ?? '.'
  const [lines, unread]: [BankLine[], UnreadRow[]] = [[], []]
  for (const [index, { entry, account, currency, isNamedOut }] of entries.entries()) {
    const posted = textAt(entry, 'DTPOSTED')
    const day = dayOfInstant(posted, timeZone) ?? readDay(/^\d{4}-?\d\d-?\d\d/.exec(posted)?.[0] ?? '', 'ymd')
    const money = readMoney(textAt(entry, 'TRNAMT'), decimal)
    const row = { line: index + 1, text: textOf(entry) }
    if (!day) unread.push({ ...row, reason: `${quote(posted)} isn’t a date.` })
    else if (!money) unread.push({ ...row, reason: `${quote(textAt(entry, 'TRNAMT'))} isn’t an amount.` })
    else {
      const own = readCurrency(textAt(entry, 'CURRENCY', 'CURSYM'))
      const amount = isNamedOut ? 0 - money.cents : money.cents
      lines.push({ ...row, day, amount, account, currency: own ?? currency, isPending: false })
    }
  }
  return {
    accounts: statements.map(accountOf),
    lines,
    unread,
    decided: ['This is OFX, which says itself how it is read.'],
    csv: null,
  }
}

/** @property isNamedOut whether only the type says that money went out */
type Entry = { entry: Element; account: string; currency: string | null; isNamedOut: boolean }

const outTypes = /^(?:DEBIT|CHECK|PAYMENT|ATM|POS|FEE|SRVCHG|CASH|DIRECTDEBIT|REPEATPMT)$/

function accountOf(statement: Element): string {
  return ['BANKACCTFROM', 'CCACCTFROM'].map((name) => textAt(statement, name, 'ACCTID')).find(Boolean) ?? ''
}

function entriesOf(statement: Element): Entry[] {
  const account = accountOf(statement)
  const currency = readCurrency(textAt(statement, 'CURDEF'))
  const entries = below(statement, ['STMTTRN'])
  const isSigned = entries.some((entry) => hasSign(textAt(entry, 'TRNAMT')))
  return entries.map((entry) => {
    const isNamedOut = !isSigned && outTypes.test(textAt(entry, 'TRNTYPE').toUpperCase())
    return { entry, account, currency, isNamedOut }
  })
}

/** Leaves out a number that repeats the bank's own. */
function textOf(entry: Element): string {
  const said = [['NAME'], ['PAYEE', 'NAME'], ['EXTDNAME'], ['MEMO'], ['REFNUM'], ['CHECKNUM']]
  const texts = said.map((path) => textAt(entry, ...path)).filter((text) => text !== textAt(entry, 'FITID'))
  return tidyText([...new Set(texts)].filter(Boolean).join(' '))
}

/** Converts SGML to XML: closes each element with text before the next, and each without any end tag. */
function closeElements(text: string): string {
  const ending = new Set<string>()
  for (const { name, isEnd } of partsOf(text)) if (name && isEnd) ending.add(name)
  const open: string[] = []
  const written: string[] = []
  let hasText = false
  const close = (name: string | undefined) => {
    while (open.length > 0) {
      const last = open.pop()
      written.push(`</${last}>`)
      hasText = false
      if (last === name) return
    }
  }
  for (const { whole, name, isEnd } of partsOf(text)) {
    if (name === null) {
      hasText ||= !/^\s*$/.test(whole) && !/^<[?!](?!\[)/.test(whole)
      written.push(/^<[?!]/.test(whole) ? whole : escapeText(whole))
    } else if (isEnd) {
      if (open.includes(name)) close(name)
    } else {
      if (hasText || (open.length > 0 && !ending.has(open.at(-1) ?? ''))) close(open.at(-1))
      if (!whole.endsWith('/>')) open.push(name)
      if (open.length > mostDepth) throw tooDeep(1)
      written.push(whole.endsWith('/>') ? `<${name}/>` : `<${name}>`)
    }
  }
  close(undefined)
  return written.join('')
}

type Part = { whole: string; name: string | null; isEnd: boolean }

/** A "<" inside a text opens no element: another follows before any ">". */
const tag = /^<(\/?)([A-Za-z][\w.:-]{0,30})(?:[\s/][^<>]*)?>/

/** Yields tags, with their names, and the text between them. */
function* partsOf(text: string): Generator<Part> {
  for (let at = 0; at < text.length; ) {
    const skip = skipped.find(([start]) => text.startsWith(start, at))
    const [, slash, name] = (!skip && tag.exec(text.slice(at, at + 400))) || []
    const stop = skip?.[1] ?? (name ? '>' : '<')
    const found = text.indexOf(stop, at + 1)
    const end = found < 0 ? text.length : found + (stop === '<' ? 0 : stop.length)
    yield { whole: text.slice(at, end), name: name?.toUpperCase() ?? null, isEnd: slash === '/' }
    at = end
  }
}

function escapeText(text: string): string {
  return text.replace(/&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z]{2,8};)/gi, '&amp;').replaceAll('<', '&lt;')
}
