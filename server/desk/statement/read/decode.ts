import { isUtf8 } from 'node:buffer'
import type { Decisions } from '#shared/desk/statement-decisions.ts'
import { Unreadable } from './lines.ts'
import { nameOf } from './names.ts'

type Encoding = Decisions['encoding']

/**
 * Decodes UTF-8, UTF-16 with or without a byte order mark, the encoding that XML declares, and older ones.
 * @param recalled encoding to try if the bytes aren't Unicode
 * @throws Unreadable for another kind of file, which has no columns to choose
 */
export function decode(bytes: Uint8Array, said?: Encoding, recalled?: Encoding) {
  const start = Buffer.from(bytes.subarray(0, 4000)).toString('latin1')
  refuse(binaries.find(([sign]) => start.trimStart().startsWith(sign))?.[1])
  const unicode = utf16Of(start) ?? (isUtf8(bytes) ? 'utf-8' : null)
  const earlier = recalled?.startsWith('utf') ? undefined : recalled
  const encoding = said ?? unicode ?? earlier ?? likeliest(bytes)
  const declared = said || unicode ? null : declaredIn(start)
  const text = withoutPadding(new TextDecoder(declared ?? encoding).decode(bytes))
  refuse(formats.find(([sign]) => sign.test(text.slice(0, 4000).trimStart()))?.[1])
  return { text, encoding }
}

const binaries: [string, string][] = [
  ['PK\u0003\u0004', 'a zip file, or a spreadsheet such as XLSX'],
  ['\u00d0\u00cf\u0011\u00e0', 'a spreadsheet, such as XLS'],
  ['%PDF', 'a PDF'],
]

const formats: [RegExp, string][] = [
  [/^(?:\{1:|:20:|:25:|:940:)/m, 'MT940'],
  [/^(?:!(?:Type|Account|Option|Clear)\b|D\d[\d/'. -]{4,12}\r?\n[TU]-?\d)/im, 'QIF'],
  [/^01,[^\n]{1,200}\n02,/, 'BAI2'],
  [/urn:schemas-microsoft-com:office:spreadsheet/, 'a spreadsheet'],
  [/<(?:\w+:)?BkToCstmrAcctRpt\b|camt\.052/, 'CAMT.052, a report before the day’s end'],
  [/<(?:\w+:)?BkToCstmrDbtCdtNtfctn\b|camt\.054/, 'CAMT.054, notes of single payments'],
  [/^<(?:!doctype html|html|table)\b/i, 'a web page'],
  [/^[{[]\s{0,9}["{[\]}]/, 'JSON'],
]

function refuse(kind: string | undefined): void {
  if (kind) throw new Unreadable(1, `This is ${kind}. ${advice}`)
}

export const advice = 'Export the statement as CSV, OFX or CAMT.053.'

/** Most common first. */
const beforeUnicode = ['windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2'] as const

/** Two bytes per letter; not every pair is valid. */
const inAsia = ['shift_jis', 'gb18030', 'big5', 'euc-kr'] as const

/**
 * Signs that letters and the euro become in a wrong encoding. Signs may end a word, as in "cm³" and "Debit£".
 */
const strange = /[¤ˇ\u0080-\u009f]|(?<=\p{L})(?:±|[¹³¥£¶¡¼¾](?=\p{L}))/gu

const judgedBytes = 200_000

/** Each encoding can decode any bytes, so the text or the columns’ names decide. */
function likeliest(bytes: Uint8Array): Encoding {
  const unicode = new TextDecoder().decode(bytes.subarray(0, judgedBytes))
  // Some banks cut a text inside a letter. Letters in other encodings are rarely valid UTF-8.
  if (count(unicode, /[^\p{ASCII}\ufffd]/gu) > count(unicode, /\ufffd/g)) return 'utf-8'
  const judged = beforeUnicode.map((label) => {
    const text = new TextDecoder(label).decode(bytes.subarray(0, judgedBytes))
    const known = text
      .slice(0, 4000)
      .split(/["\r\n\t;,|]/)
      .filter((name) => nameOf(name) !== null)
    const hasControls = /[\u0080-\u009f]/.test(text)
    return { label, strange: count(text, strange), known: known.length, hasControls }
  })
  const [best] = judged.toSorted((a, b) => a.strange - b.strange || b.known - a.known)
  const lines = bytes.subarray(0, bytes.lastIndexOf(10, judgedBytes) + 1 || judgedBytes)
  const isRead = (label: Encoding) => !new TextDecoder(label).decode(lines).includes('\ufffd')
  return (best?.hasControls && inAsia.find(isRead)) || (best?.label ?? 'windows-1252')
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

function declaredIn(start: string): string | null {
  const label = /^<\?xml[^>]{1,80}encoding=["']([\w-]{1,20})["']/.exec(start)?.[1] ?? 'utf-8'
  if (/^utf/i.test(label)) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return 'windows-1252'
  }
}

/** In UTF-16 every second byte of signs and digits is zero. Padded files have zeros elsewhere too. */
function utf16Of(start: string): 'utf-16le' | 'utf-16be' | null {
  if (start.startsWith('\u00ff\u00fe')) return 'utf-16le'
  if (start.startsWith('\u00fe\u00ff')) return 'utf-16be'
  const zeros = [0, 0]
  for (let at = 0; at < start.length; at += 1)
    if (start[at] === '\0') zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 12 <= start.length || Math.min(even, odd) * 4 > Math.max(even, odd)) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Some banks pad lines or files with zeros, or end files with the DOS end-of-file character. */
function withoutPadding(text: string): string {
  const bare = text.replaceAll('\0', '').replaceAll('\u001a', '')
  const isBinary = /(?!\s)\p{Cc}/u.test(bare.slice(0, 4000)) || (bare === '' && text !== '')
  if (isBinary)
    throw new Unreadable(
      1,
      `The text’s encoding isn’t known. Save it as UTF-8, or export it again. ${advice}`,
    )
  return bare
}
