import { ContentError } from '../content-error.ts'
import { parseMarkdown } from '../markdown/parse-markdown.ts'
import { textOf } from '../markdown/tree.ts'
import { type ContentDocument, createDocument, type Fields } from './document.ts'
import { splitFrontMatter } from './front-matter.ts'
import { dataExtensions, parseData } from './parse-data.ts'

export type SourceFile = {
  name: string
  /** Relative to the content folder, with a leading slash and the extension. */
  path: string
  extension: string
  source: string
  createdAt: Date
  updatedAt: Date
}

export const extensions: readonly string[] = ['.md', ...dataExtensions]

/**
 * A list of two or more items gives one document per item.
 * @throws ContentError for a broken file, SkippedDocument for its format
 */
export function parseDocuments(file: SourceFile): ContentDocument[] {
  const path = withoutExtension(file.path)
  if (file.extension === '.md') return [markdownDocument(file, path)]
  const data = parseData(file.name, file.source, file.extension)
  const items = Array.isArray(data) ? data : [data ?? emptyFile(file)]
  return items.map((item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      throw new ContentError(file.name, 1, 'must hold an object or a list of objects')
    }
    const place = items.length > 1 && item.slug ? { dir: path, slug: String(item.slug) } : placeOf(path)
    return toDocument(file, place, withoutUndefined(item))
  })
}

export function withoutExtension(path: string): string {
  const extension = path.slice(path.lastIndexOf('.'))
  return extensions.includes(extension) ? path.slice(0, -extension.length) : path
}

function markdownDocument(file: SourceFile, path: string): ContentDocument {
  const { data, text, excerpt } = splitFrontMatter(file.name, file.source)
  const { excerpt: _hidden, ...shown } = withoutUndefined(data as Fields)
  const trees = excerpt === undefined ? {} : { excerpt: undefined }
  const description = Object.hasOwn(shown, 'description')
    ? shown.description
    : excerpt && textOf(parseMarkdown(excerpt))
  const described = description === undefined ? {} : { description }
  const fields = { ...described, ...shown, toc: undefined, body: undefined, text, ...trees }
  return toDocument(file, placeOf(path), fields, excerpt?.length)
}

/** An item's own slug may contain slashes. */
type Place = { dir: string; slug: string }

function placeOf(path: string): Place {
  const slash = path.lastIndexOf('/')
  return { dir: path.slice(0, slash) || '/', slug: path.slice(slash + 1) }
}

/** An empty YAML file is a document without data, but a JSON file with `null` is a mistake. */
function emptyFile({ extension }: SourceFile): unknown {
  return extension.startsWith('.json') ? null : {}
}

function toDocument(file: SourceFile, place: Place, data: Fields, excerptLength?: number): ContentDocument {
  const { dir, slug } = place
  // Nuxt Content's API never showed a field `meta`.
  const { meta: _hidden, ...shown } = data
  const fields = {
    slug,
    ...shown,
    dir,
    path: `${dir === '/' ? '' : dir}/${slug}`,
    extension: file.extension,
    createdAt: dateOf(data.createdAt) ?? file.createdAt,
    updatedAt: dateOf(data.updatedAt) ?? file.updatedAt,
  }
  return createDocument(fields, excerptLength)
}

function withoutUndefined(data: Fields): Fields {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

function dateOf(value: unknown): Date | undefined {
  if (!value) return undefined
  const date = new Date(value as string)
  return Number.isNaN(date.getTime()) ? undefined : date
}
