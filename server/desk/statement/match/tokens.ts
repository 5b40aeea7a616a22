import { monthName as month } from '../read/days.ts'

export type Token = {
  kind: 'email' | 'date' | 'time' | 'phone' | 'account' | 'card' | 'amount' | 'order' | 'number' | 'word'
  text: string
  start: number
  end: number
}

const [year, ofYear, ofMonth] = ['(?:19|20)\\d\\d', '(?:0?[1-9]|1[0-2])', '(?:0?[1-9]|[12]\\d|3[01])']
const currency = '(?:AUD|NZD|USD|EUR|GBP|[a-z]{0,2}[$£€])'
const account = '(?:bsb|acct?|account|a/c|iban|konto|card|karte)'
const itsNumber = '(?: ?(?:no|nr|number|ending))?[ .:#-]{0,3}'

/** Earlier kinds take precedence. No token ends inside a run of digits. */
const kinds: [Token['kind'], string[]][] = [
  ['email', [String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`]],
  [
    'card',
    [
      String.raw`(?:(?:card|karte)${itsNumber})?\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?!\d)`,
      String.raw`(?:\d{4}[ -]?\d{0,2})?[x*]{2}[x* -]*\d{2,4}(?!\d)`,
    ],
  ],
  [
    'account',
    [
      String.raw`\d\d-\d{4}-\d{7}-\d{2,3}(?!\d)`,
      String.raw`\d{3}-\d{3}(?!\d)(?:[ -]?\d{5,10}(?!\d))?`,
      String.raw`\d\d-\d\d-\d\d[ -]\d{8}(?!\d)`,
      String.raw`[a-z]{2}\d\d ?(?:[a-z]{4} ?)?(?:\d{4} ?){2,6}\d{1,4}(?![a-z\d])`,
      String.raw`${account}${itsNumber}\d[\d-]*(?: \d{3}(?![\d-]))*`,
    ],
  ],
  [
    'date',
    [
      String.raw`${year}([/. -])${ofMonth}\1${ofMonth}(?!\d)`,
      String.raw`${ofMonth}([/. -])${ofMonth}\1(?:${year}|\d\d)(?!\d)`,
      String.raw`${ofMonth}(?:st|nd|rd|th)?[ .-]?${month}(?:[ .,-]{0,2}(?:${year}|\d\d))?(?![a-z\d])`,
      String.raw`${month}[ .,-]{0,2}(?:${ofMonth}(?:st|nd|rd|th)?,? )?(?:${year}|\d\d)(?![a-z\d])`,
      String.raw`${year}[/.-](?:0[1-9]|1[0-2])(?!\d|[/.-]\d)`,
      String.raw`${ofYear}[/.-]${year}(?!\d)`,
      String.raw`(?:${ofMonth}[/-]${ofYear}|${ofYear}[/-]${ofMonth})(?!\d|[/-]\d)`,
      String.raw`${year}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)`,
    ],
  ],
  [
    'time',
    [
      String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?!\d)(?: ?[ap]m(?![a-z]))?`,
      String.raw`(?:0?\d|1[0-2])(?:\.[0-5]\d)? ?[ap]m(?![a-z])`,
    ],
  ],
  [
    'amount',
    [
      String.raw`${currency} ?(?:\d{1,3}(?:[,. ']\d{3})*|\d+)(?:[.,]\d\d?)?(?!\d|[-/]\d)`,
      String.raw`(?:\d{1,3}(?:[,.']\d{3})+|\d+)[.,]\d\d(?!\d)(?: ?${currency}(?![a-z]))?`,
      String.raw`[1-9]\d* ?(?:AUD|NZD|USD|EUR|GBP|€|%)(?![a-z]| ?\d)`,
    ],
  ],
  [
    'phone',
    [
      String.raw`(?<![\p{L}\d])\+\d[\d ()-]{7,}\d`,
      String.raw`\(0\d\) ?\d{4} ?\d{4}(?!\d)`,
      String.raw`0[1-9]\d{0,2}([ -])\d{3,4}\1\d{3,4}(?!\d)`,
      String.raw`0[2-478]\d{8}(?!\d)`,
      String.raw`1[38]00 \d{3} \d{3}(?!\d)`,
    ],
  ],
  ['order', [String.raw`20\d\d[ _.:/-]{0,3}\d{6}(?!\d)`, String.raw`20\d\d([ ./-])\d{3}\1\d{3}(?!\d)`]],
  ['number', [String.raw`\d+`]],
  ['word', [String.raw`[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*`]],
]

const patterns = kinds.flatMap(([kind, texts]) =>
  texts.map((text) => ({ kind, pattern: new RegExp(text, 'iuy') })),
)

/** Splits a bank's text. A number inside a date, time, phone, account, card or amount isn't a token. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const mended = plain(text)
  let start = 0
  while (start < text.length) {
    const token = tokenAt(mended, start)
    if (token) tokens.push(token)
    start = token?.end ?? start + 1
  }
  return tokens
}

function tokenAt(text: string, start: number): Token | null {
  for (const { kind, pattern } of patterns) {
    pattern.lastIndex = start
    const found = pattern.exec(text)?.[0]
    if (found) return { kind, text: found, start, end: start + found.length }
  }
  return null
}

/** Normalizes dashes and digits, and the letter O typed as a zero: "2O26-OOO275". Keeps every position. */
export function plain(text: string): string {
  return text
    .replace(/[‐-―−]/g, '-')
    .replace(/[０-９]/g, (digit) => digit.normalize('NFKC'))
    .replace(/[\p{L}\d]+/gu, (run) =>
      /\d/.test(run) && /^[\do]+$/i.test(run) ? run.replace(/o/gi, '0') : run,
    )
}
