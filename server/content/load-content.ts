import { createHash } from 'node:crypto'
import { type Collection, createCollection } from './collection.ts'
import type { ContentCache } from './content-cache.ts'
import { ContentError, SkippedDocument } from './content-error.ts'
import { type ContentDocument, createDocument, type Fields } from './documents/document.ts'
import { parseDocuments, type SourceFile, withoutExtension } from './documents/parse-document.ts'
import type { ParseOnDemand } from './documents/parsed-markdown.ts'
import { type ContentDir, readContentDir } from './read-content-dir.ts'
import { buildIndex, type IndexData } from './search/build-index.ts'
import { substitute, type Variables } from './variables.ts'

export type LoadedContent = {
  collection: Collection
  /** Changes whenever any file does. */
  revision: string
  /** The broken files that were left out. */
  errors: ContentError[]
}

export type LoadOptions = {
  dir: string
  variables?: Variables
  parse: ParseOnDemand
  cache?: ContentCache
  onWarning: (message: string) => void
}

/** What is stored of a folder: all that takes time to make from its files. */
type Stored = { documents: [Fields, number | undefined][]; directories: Set<string>; index: IndexData }

/** Reads and parses a whole folder, or takes what was made of the same files before. Broken files are left out. */
export function loadContent({ dir, variables, parse, cache, onWarning }: LoadOptions): LoadedContent {
  const content = readContentDir(dir)
  if (variables) {
    for (const file of content.files) file.source = substitute(file.source, variables)
  }
  const revision = revisionOf(content)
  const stored = cache?.read('folder', revision) as Stored | undefined
  if (stored) {
    const documents = stored.documents.map(([fields, excerptLength]) => createDocument(fields, excerptLength))
    const collection = createCollection(documents, stored.directories, stored.index, parse)
    return { collection, revision, errors: [] }
  }

  const { documents, directories, warnings, errors } = parseAll(content)
  const index = buildIndex(documents)
  for (const warning of warnings) onWarning(warning)
  // Whoever has warnings or errors should hear of them again.
  if (cache && errors.length + warnings.length === 0) {
    const fields = documents.map(({ fields, excerptLength }): Stored['documents'][0] => [
      fields,
      excerptLength,
    ])
    cache.write('folder', revision, { documents: fields, directories, index } satisfies Stored)
  }
  return { collection: createCollection(documents, directories, index, parse), revision, errors }
}

function revisionOf({ files, directories }: ContentDir): string {
  const hash = createHash('sha1').update(JSON.stringify([...directories]))
  for (const { path, source, createdAt, updatedAt } of files) {
    hash.update(`${path}\n${createdAt.getTime()} ${updatedAt.getTime()} ${source.length}\n`).update(source)
  }
  return hash.digest('base64url')
}

function parseAll({ files, directories }: ContentDir) {
  const documents: ContentDocument[] = []
  const warnings: string[] = []
  const errors: ContentError[] = []
  const listed = new Set(directories)
  for (const file of files) {
    const parsed = parseOrReport(file, errors, warnings)
    // A list of several items can be listed like a folder.
    if (parsed.length > 1) listed.add(withoutExtension(file.path))
    documents.push(...parsed)
    warnings.push(...parsed.flatMap((document) => oddFields(file.name, document)))
  }
  documents.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  return { documents, directories: listed, warnings, errors }
}

function parseOrReport(file: SourceFile, errors: ContentError[], warnings: string[]): ContentDocument[] {
  try {
    return parseDocuments(file)
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    if (error instanceof SkippedDocument) warnings.push(error.message)
    else errors.push(error)
    return []
  }
}

function oddFields(file: string, { fields }: ContentDocument): string[] {
  const odd = ['title', 'description', 'slug', 'text'].filter((name) => {
    const value = fields[name]
    return value !== undefined && value !== null && typeof value !== 'string' && typeof value !== 'number'
  })
  return odd.map((name) => `${file}: ${name} is not text; it is searched as JSON spells it`)
}
