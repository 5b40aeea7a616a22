import { parseFrontMatter } from './parse-data.ts'

export type FrontMatter = {
  data: object
  /** The Markdown behind the closing line, white space kept. */
  text: string
  /** The Markdown before `<!--more-->`; absent without the marker or with nothing before it. */
  excerpt?: string
}

const excerptMarker = '<!--more-->'

/**
 * Splits a Markdown file into its data and its text.
 * @throws ContentError naming file and line when the data is broken, SkippedDocument for another language.
 */
export function splitFrontMatter(file: string, source: string): FrontMatter {
  const content = source.replace(/^\uFEFF/, '')
  if (!content.startsWith('---')) return withExcerpt({}, content)
  // A line of four or more dashes is a rule, not an opening line.
  if (content[3] === '-') return { data: {}, text: content }

  const openingEnd = content.search(/\r?\n/)
  const language = content.slice(3, openingEnd === -1 ? undefined : openingEnd).trim() || 'yaml'
  const start = openingEnd === -1 ? content.length : openingEnd
  const close = content.indexOf('\n---', start)
  const block = content.slice(start, close === -1 ? undefined : close).replace(/\r$/, '')
  const text = close === -1 ? '' : content.slice(close + 4).replace(/^\r?\n?/, '')
  return withExcerpt(readBlock(file, block, language), text)
}

function withExcerpt(data: object, text: string): FrontMatter {
  const { excerpt_separator } = data as { excerpt_separator?: unknown }
  const separator = typeof excerpt_separator === 'string' ? excerpt_separator : excerptMarker
  const end = text.indexOf(separator)
  return end > 0 ? { data, text, excerpt: text.slice(0, end) } : { data, text }
}

/** A list or plain text gives its items or characters as fields, as in the model. */
function readBlock(file: string, block: string, language: string): object {
  if (block.replace(/^\s*#[^\n]+/gm, '').trim() === '') return {}
  return { ...(parseFrontMatter(file, block, language) as object) }
}
