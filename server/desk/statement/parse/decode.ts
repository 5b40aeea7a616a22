import { Unreadable } from './unreadable.ts'

const kinds: [string, string][] = [
  ['PK\u0003\u0004', 'This is a spreadsheet, such as XLSX'],
  ['\u00d0\u00cf\u0011\u00e0', 'This is a spreadsheet, such as XLS'],
  ['%PDF', 'This is a PDF'],
]

/** @throws Unreadable for a file of another kind, which nobody could name columns of */
export function requireText(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  const [, kind] = kinds.find(([sign]) => start.startsWith(sign)) ?? []
  const isUtf16 = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(start)
  if (!kind && (isUtf16 || !start.includes('\0'))) return
  throw new Unreadable(1, `${kind ?? 'This is no text'}. Export the statement as CSV, OFX or CAMT.053.`)
}

/** Accepts UTF-8, UTF-16 with a byte order mark, and Windows-1252. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
