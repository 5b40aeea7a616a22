import { slug } from 'github-slugger'

/**
 * Finds text that pages or feeds show differently than written.
 * @param text the Markdown after any front matter
 */
export function oddText(file: string, source: string, text: string): string[] {
  const odd: string[] = []
  const bodyFrom = linesOf(source.slice(0, source.length - text.length)).length
  let isCode = false
  for (const [index, line] of linesOf(source).entries()) {
    const where = `${file}:${index + 1}: `
    const control = unheld.exec(line)?.[0]
    if (control) odd.push(`${where}${nameOf(control)} is left out of feeds, which can’t hold it`)
    if (index + 1 < bodyFrom) continue
    if (fence.test(line)) isCode = !isCode
    const heading = isCode ? undefined : headingLine.exec(line)?.[1]?.trim().replace(closing, '').trim()
    if (heading === '') odd.push(`${where}a heading without text is not in the list of contents`)
    else if (heading && slug(heading) === '') odd.push(`${where}the heading ${heading} has a made-up address`)
  }
  return odd
}

/** Outside of XML 1.0's `Char`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const unheld = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/

const fence = /^ {0,3}(?:```|~~~)/
const headingLine = /^ {0,3}#{1,6}((?:[ \t].*)?)$/

/** Closing hashes of a heading. */
const closing = /(?:^|[ \t])#+$/

function linesOf(text: string): string[] {
  return text.split(/\r?\n/)
}

function nameOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}
