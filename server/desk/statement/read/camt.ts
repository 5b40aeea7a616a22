import { readCurrency, readMoney } from './amounts.ts'
import { dayOfInstant, readDay } from './days.ts'
import { advice } from './decode.ts'
import { type BankFile, type BankLine, quote, tidyText, Unreadable, type UnreadRow } from './lines.ts'
import { isHeldBack } from './names.ts'
import { all, attributeOf, type Element, leavesOf, readXml, textAt } from './xml.ts'

/** ISO 20022 bank-to-customer statement, any version of camt.053. @throws Unreadable */
export function readCamt(text: string, timeZone: string): BankFile {
  const statements = readStatements(text, timeZone)
  if (statements.length === 0) throw new Unreadable(1, `This is no CAMT.053 statement. ${advice}`)
  const [lines, unread]: [BankLine[], UnreadRow[]] = [[], []]
  for (const { account, rows } of statements) {
    for (const row of rows) {
      const line = lines.length + unread.length + 1
      if ('reason' in row) unread.push({ ...row, line })
      else lines.push({ ...row, line, account })
    }
  }
  return {
    accounts: statements.map(({ account }) => account),
    lines,
    unread,
    decided: ['This is CAMT.053, which says itself how it is read.'],
    csv: null,
  }
}

/** Keeps no entry after reading its rows: 5,000 wordy entries would fill 100 MB. */
function readStatements(text: string, timeZone: string): { account: string; rows: ReadEntry[] }[] {
  let rows: ReadEntry[] = []
  const rowsOfEach: ReadEntry[][] = []
  const root = readXml(text, (name, element) => {
    if (name === 'Ntry') rows.push(...rowsOf(element, timeZone))
    else if (name === 'Stmt') {
      rowsOfEach.push(rows)
      rows = []
    }
    return name !== 'Ntry'
  })
  return all(root, 'Document', 'BkToCstmrStmt', 'Stmt').map((statement, index) => {
    const id = (...path: string[]) => textAt(statement, 'Acct', 'Id', ...path)
    return { account: id('Othr', 'Id') || id('IBAN'), rows: rowsOfEach[index] ?? [] }
  })
}

type ReadEntry = Omit<BankLine, 'line' | 'account'> | Omit<UnreadRow, 'line'>

/** A batch becomes a row per payment, if those add up to its amount in its currency. */
function rowsOf(entry: Element, timeZone: string): ReadEntry[] {
  const details = all(entry, 'NtryDtls', 'TxDtls')
  const toRow = rowOf(entry, timeZone)
  const cents = centsOf(entry)
  const parts = details.map((detail) => centsOf(detail, isOut(entry)))
  const isSplit =
    parts.length > 1 &&
    parts.reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0) === cents &&
    details.every((detail) => currencyOf(detail) === currencyOf(entry))
  return isSplit
    ? details.map((detail, index) => toRow([detail], parts[index] ?? null))
    : [toRow(details, cents)]
}

const currencyOf = (element: Element) => readCurrency(attributeOf(amountOf(element), 'Ccy'))

const rowOf =
  (entry: Element, timeZone: string) =>
  (details: Element[], amount: number | null): ReadEntry => {
    const date = dateOf(entry)
    const day = dayOfInstant(date, timeZone) ?? readDay(date.slice(0, 10), 'ymd')
    const text = textOf(entry, details)
    if (!day) return { text, reason: `${quote(date)} isn’t a date.` }
    if (amount === null) return { text, reason: `${quote(textAt(entry, 'Amt'))} isn’t an amount.` }
    const status = [['Sts', 'Cd'], ['Sts', 'Prtry'], ['Sts']].map((path) => textAt(entry, ...path))
    return {
      day,
      amount,
      text,
      currency: currencyOf(entry),
      isPending: isHeldBack(status.find(Boolean) ?? ''),
    }
  }

const isOut = (element: Element) => textAt(element, 'CdtDbtInd') === 'DBIT'

/** Older versions nest a payment's amount one level deeper. */
const amountOf = (element: Element | undefined) =>
  all(element, 'Amt')[0] ?? all(element, 'AmtDtls', 'TxAmt', 'Amt')[0]

/** The format forbids negative amounts, so their meaning is unclear. */
function centsOf(element: Element, isEntryOut = isOut(element)): number | null {
  const amount = amountOf(element)
  const cents = amount === undefined ? null : (readMoney(textAt(amount), '.')?.cents ?? null)
  const hasOwn = textAt(element, 'CdtDbtInd') !== ''
  if (cents === null || cents < 0) return null
  return (hasOwn ? isOut(element) : isEntryOut) ? 0 - cents : cents
}

/** An entry that isn't booked yet may have only a value date. */
function dateOf(entry: Element): string {
  const found = ['BookgDt', 'ValDt'].flatMap((name) =>
    ['Dt', 'DtTm'].map((form) => textAt(entry, name, form)),
  )
  return found.find(Boolean) ?? ''
}

/** Codes, and words that banks use for missing values. */
const isCode = (name: string) => /^(?:Tp|Ctry|Ccy|SchmeNm|RmtdAmt|RfrdDocAmt|DuePyblAmt)$/.test(name)

/** Puts the payer first. */
function textOf(entry: Element, details: Element[]): string {
  const parts = details.flatMap((detail) =>
    ['RltdPties', 'RmtInf', 'Refs', 'AddtlTxInf'].flatMap((name) => all(detail, name)),
  )
  const said = [...parts.flatMap((part) => leavesOf(part, isCode)), textAt(entry, 'AddtlNtryInf')]
  return tidyText([...new Set(said)].filter((text) => text !== '' && text !== 'NOTPROVIDED').join(' '))
}
