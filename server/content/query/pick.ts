import type { ParsedContentQuery } from '#shared/content/content-query.ts'
import type { ContentDocument, Fields } from '../documents/document.ts'
import type { ParsedMarkdown, ParseOnDemand } from '../documents/parsed-markdown.ts'

export type Picker = ReturnType<typeof createPicker>

/** Applies `without`, then `only`. `text` is only sent on request, and `surround` keeps its key. Fields keep the document's order. */
export function createPicker(query: ParsedContentQuery, parse: ParseOnDemand) {
  const { text, surround } = query
  const target = surround && targetKey(surround.slugOrPath)
  const without = new Set(query.without?.filter((key) => key !== target))
  if (!text) without.add('text')
  const only = query.only && new Set(target ? [...query.only, target] : query.only)
  const isWanted = (key: string) => !without.has(key) && (only?.has(key) ?? true)
  const parsedJson = (document: ContentDocument, key: string) =>
    parse(document)[key as keyof ParsedMarkdown] ?? 'null'
  return {
    toData(document: ContentDocument): Fields {
      const entries = Object.entries(document.answer).filter(([key]) => isWanted(key))
      return Object.fromEntries(
        entries.map(([key, value]) => [
          key,
          value === undefined ? JSON.parse(parsedJson(document, key)) : value,
        ]),
      )
    },
    toJson(document: ContentDocument): string {
      let json = ''
      for (const key in document.answer) {
        if (!isWanted(key)) continue
        const value = document.answer[key]
        json += `${json && ','}${JSON.stringify(key)}:${value === undefined ? parsedJson(document, key) : JSON.stringify(value)}`
      }
      return `{${json}}`
    },
  }
}

export function targetKey(slugOrPath: string): 'path' | 'slug' {
  return slugOrPath.startsWith('/') ? 'path' : 'slug'
}
