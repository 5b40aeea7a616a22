import { mostRows, tooMany } from './lines.ts'
import { Unreadable } from './unreadable.ts'

/** Statements nest a dozen deep. */
const mostDepth = 50
/** Entries have 17 elements in short files and 45 in wordy ones. */
const mostElements = 60 * mostRows

const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** Runs before the parser, which would keep every element in memory. @throws Unreadable for too many or too deep elements */
export function requireModestXml(text: string): void {
  requireFewElements(text)
  let depth = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skip = skipped.find(([start]) => text.startsWith(start, at))
    const end = text.indexOf(skip?.[1] ?? '>', at)
    // The parser says what is wrong.
    if (end < 0) return
    if (!skip) {
      if (text[at + 1] === '/') depth -= 1
      else if (text[end - 1] !== '/') depth += 1
    }
    if (depth > mostDepth) throw refusal(text, at, `Elements stand more than ${mostDepth} deep.`)
    at = end
  }
}

/** Counts attributes too, and what looks like either. @throws Unreadable */
export function requireFewElements(text: string): void {
  let elements = 0
  for (let at = 0; at < text.length; at += 1) {
    const isElement = text[at] === '=' || (text[at] === '<' && text[at + 1] !== '/')
    if (isElement) elements += 1
    if (elements > mostElements) throw refusal(text, at, tooMany(mostElements, 'elements'))
  }
}

function refusal(text: string, at: number, detail: string): Unreadable {
  return new Unreadable(text.slice(0, at).split('\n').length, detail)
}
