import { parseStringPromise } from 'xml2js'
import { type BankFile, tidyText } from './lines.ts'
import { Unreadable } from './unreadable.ts'
import { readCents, readDay } from './values.ts'

/** xml2js represents an element by its children's names, or by its text. */
type Element = { [name: string]: (Element | string)[] | undefined }

/** ISO 20022 bank-to-customer statement, any version of camt.053. @throws Unreadable */
export async function readCamt(text: string): Promise<BankFile> {
  const root = await parseXml(text)
  const statements = root.Document?.flatMap((document) => all(document, 'BkToCstmrStmt', 'Stmt')) ?? []
  if (statements.length === 0) throw new Unreadable(1, 'This is no CAMT.053 statement.')
  const entries = statements.flatMap((statement) => all(statement, 'Ntry'))
  const lines = entries.map((entry, index) => {
    const place = `Entry ${index + 1}`
    const [date, moved] = [
      textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm'),
      textAt(entry, 'Amt'),
    ]
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
      ...details.flatMap((detail) => all(detail, 'RmtInf', 'Ustrd').map(String)),
      ...details.map((detail) => textAt(detail, 'Refs', 'EndToEndId').replace('NOTPROVIDED', '')),
      textAt(entry, 'AddtlNtryInf'),
    ]
    const amount = isOut ? -cents : cents
    return { line: index + 1, day, amount, text: tidyText(said.filter(Boolean).join(' ')) }
  })
  const [first] = statements
  const account = first
    ? textAt(first, 'Acct', 'Id', 'Othr', 'Id') || textAt(first, 'Acct', 'Id', 'IBAN')
    : ''
  return { account: account || null, lines, columns: null }
}

async function parseXml(text: string): Promise<Element> {
  try {
    const options = {
      explicitRoot: true,
      ignoreAttrs: true,
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
  return typeof found === 'string' ? found.trim() : ''
}
