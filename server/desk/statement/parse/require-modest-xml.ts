import { Unreadable } from './unreadable.ts'

/** Statements nest a dozen deep. */
const mostDepth = 50
/** Above the largest statement's, whose entries have 17 each. */
const mostElements = 2_000_000

const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** Runs before the parser, which would keep every element in memory. @throws Unreadable for too many or too deep elements */
export function requireModestXml(text: string): void {
  let depth = 0
  let elements = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skip = skipped.find(([start]) => text.startsWith(start, at))
    const end = text.indexOf(skip?.[1] ?? '>', at)
    // The parser says what is wrong.
    if (end < 0) return
    if (!skip) {
      const isEnd = text[at + 1] === '/'
      if (!isEnd) elements += 1
      if (isEnd) depth -= 1
      else if (text[end - 1] !== '/') depth += 1
    }
    if (depth > mostDepth) throw refusal(text, at, `Elements stand more than ${mostDepth} deep.`)
    if (elements > mostElements) throw refusal(text, at, `More than ${mostElements} elements.`)
    at = end
  }
}

function refusal(text: string, at: number, detail: string): Unreadable {
  return new Unreadable(text.slice(0, at).split('\n').length, detail)
}
