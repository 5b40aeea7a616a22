import { parseFrontMatter } from './parse-data.ts'

type FrontMatter = {
  data: object
  text: string
  excerpt?: string
}

const excerptMarker = '<!--more-->'

/** @throws ContentError naming file and line for broken data, SkippedDocument for another language */
export function splitFrontMatter(file: string, source: string): FrontMatter {
  const content = source.replace(/^\uFEFF/, '')
  if (!content.startsWith('---')) return withExcerpt({}, content)
  // Four or more dashes are a thematic break rather than front matter.
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

/** Like Nuxt Content, turns a list's items or a text's characters into fields. */
function readBlock(file: string, block: string, language: string): object {
  if (block.replace(/^[ \t]*#[^\n]+/gm, '').trim() === '') return {}
  return { ...(parseFrontMatter(file, block, language) as object) }
}
