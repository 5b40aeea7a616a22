import { parseStringPromise } from 'xml2js'
import { type BankFile, type BankLine, tidyText } from './lines.ts'
import { requireModestXml } from './require-modest-xml.ts'
import { Unreadable } from './unreadable.ts'
import { readCents, readCurrency, readDay } from './values.ts'

/** xml2js represents an element by the names of its children and attributes, or by its text, which is `_` beside attributes. */
type Element = { [name: string]: (Element | string)[] | undefined }

/** ISO 20022 bank-to-customer statement, any version of camt.053. @throws Unreadable */
export async function readCamt(text: string): Promise<BankFile> {
  const root = await parseXml(text)
  const statements = root.Document?.flatMap((document) => all(document, 'BkToCstmrStmt', 'Stmt')) ?? []
  if (statements.length === 0) throw new Unreadable(1, 'This is no CAMT.053 statement.')
  const entries = statements.flatMap((statement) => {
    const account =
      textAt(statement, 'Acct', 'Id', 'Othr', 'Id') || textAt(statement, 'Acct', 'Id', 'IBAN') || null
    return all(statement, 'Ntry').map((entry) => ({ entry, account }))
  })
  const lines = entries.map(({ entry, account }, index): BankLine => {
    const place = `Entry ${index + 1}`
    const [date, moved] = [dateOf(entry), textAt(entry, 'Amt')]
    const [day, cents] = [readDay(date), readCents(moved)]
    if (!day) throw new Unreadable(index + 1, `${place}: “${date.slice(0, 40)}” isn’t a date.`)
    if (cents === null) throw new Unreadable(index + 1, `${place}: “${moved.slice(0, 40)}” isn’t an amount.`)
    const isOut = textAt(entry, 'CdtDbtInd') === 'DBIT'
    const details = all(entry, 'NtryDtls', 'TxDtls')
    const said = [
      ...details.map(
        (detail) =>
          textAt(detail, 'RltdPties', 'Dbtr', 'Nm') || textAt(detail, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
      ),
      ...details.flatMap((detail) => all(detail, 'RmtInf', 'Ustrd').map(textOf)),
      ...details.map((detail) => textAt(detail, 'Refs', 'EndToEndId').replace('NOTPROVIDED', '')),
      textAt(entry, 'AddtlNtryInf'),
    ]
    const amount = isOut ? -cents : cents
    return {
      line: index + 1,
      day,
      amount,
      text: tidyText(said.filter(Boolean).join(' ')),
      account,
      currency: readCurrency(textAt(entry, 'Amt', 'Ccy')),
      isPending: !['', 'BOOK'].includes(textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')),
    }
  })
  return { lines, columns: null }
}

/** An entry that isn't booked yet may have only the day on which it is to count. */
function dateOf(entry: Element | string): string {
  const found = ['BookgDt', 'ValDt'].flatMap((name) =>
    ['Dt', 'DtTm'].map((form) => textAt(entry, name, form)),
  )
  return found.find(Boolean) ?? ''
}

async function parseXml(text: string): Promise<Element> {
  requireModestXml(text)
  try {
    const options = {
      explicitRoot: true,
      mergeAttrs: true,
      tagNameProcessors: [(name: string) => name.replace(/^.*:/, '')],
    }
    const { Document } = (await parseStringPromise(text, options)) as { Document?: Element }
    return Document ? { Document: [Document] } : {}
  } catch (error) {
    const [, line = '0'] = /Line: (\d+)/.exec(String(error)) ?? []
    throw new Unreadable(Number(line) + 1, 'This is no XML.')
  }
}

function all(element: Element | string | undefined, ...path: string[]): (Element | string)[] {
  const [name, ...rest] = path
  if (element === undefined || name === undefined) return element === undefined ? [] : [element]
  if (typeof element === 'string') return []
  return (element[name] ?? []).flatMap((child) => all(child, ...rest))
}

function textAt(element: Element | string, ...path: string[]): string {
  const [found] = all(element, ...path)
  return found === undefined ? '' : textOf(found)
}

function textOf(element: Element | string): string {
  return String(typeof element === 'string' ? element : (element._ ?? '')).trim()
}
