import { ContentError } from '../content-error.ts'
import { parseData } from './parse-data.ts'

export type FrontMatter = {
  data: Record<string, unknown>
  /** The Markdown behind the closing line, white space kept. */
  text: string
  /** The Markdown before `<!--more-->`; absent without the marker or with nothing before it. */
  excerpt?: string
}

const excerptMarker = '<!--more-->'

/**
 * Splits a Markdown file into its data and its text.
 * @throws ContentError naming file and line when the data can't be read or isn't a mapping.
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

function withExcerpt(data: Record<string, unknown>, text: string): FrontMatter {
  const separator = typeof data.excerpt_separator === 'string' ? data.excerpt_separator : excerptMarker
  const end = text.indexOf(separator)
  return end > 0 ? { data, text, excerpt: text.slice(0, end) } : { data, text }
}

function readBlock(file: string, block: string, language: string): Record<string, unknown> {
  if (block.replace(/^\s*#[^\n]+/gm, '').trim() === '') return {}
  if (language !== 'yaml' && language !== 'yml' && language !== 'json') {
    throw new ContentError(file, 1, `front matter is YAML or JSON, not ${language}`)
  }
  const data = parseData(file, block, `.${language}`)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new ContentError(file, 2, 'front matter must be a mapping of names to values')
  }
  return data as Record<string, unknown>
}
