import { createHash } from 'node:crypto'
import { type Collection, createCollection } from './collection.ts'
import type { ContentCache } from './content-cache.ts'
import { type ContentError, collectProblems, SkippedDocument } from './content-error.ts'
import { type ContentDocument, createDocument, type Fields } from './documents/document.ts'
import { parseDocuments, type SourceFile, withoutExtension } from './documents/parse-document.ts'
import { createParseOnDemand, retainParsed } from './documents/parsed-markdown.ts'
import type { ImageCatalogue } from './image-catalogue.ts'
import { oddText } from './odd-text.ts'
import { type ContentDir, readContentDir } from './read-content-dir.ts'
import { buildIndex, type IndexData } from './search/build-index.ts'
import { createTurns } from './turns.ts'
import { substitute, type Variables } from './variables.ts'

export type LoadedContent = {
  collection: Collection
  revision: string
  errors: readonly ContentError[]
  warnings: readonly string[]
}

export type LoadOptions = {
  dir: string
  variables?: Variables
  cache?: ContentCache | undefined
  /** Avoids reading the whole cached folder while visitors wait, because that blocks too long. */
  isLive?: boolean | undefined
  /** Without a catalogue, images have no sizes, as in Nuxt Content. */
  images?: ImageCatalogue
  withheld?: Withheld
  check?: (
    files: readonly SourceFile[],
    documents: readonly ContentDocument[],
  ) => Promise<readonly ContentError[]>
}

type Withheld = Readonly<Record<string, readonly string[]>>

const parsedBytesMax = 64 * 1024 * 1024

type Stored = { documents: [Fields, number | undefined][]; directories: Set<string>; index: IndexData }

export async function loadContent({
  dir,
  variables,
  cache,
  isLive = false,
  images,
  withheld = {},
  check = async () => [],
}: LoadOptions): Promise<LoadedContent> {
  const content = await readContentDir(dir)
  const revision = await substituteAll(content, variables)
  const { documents, directories, index, warnings, errors } =
    isLive || !cache ? await parseAll(content, withheld) : await parseOnce(content, withheld, revision, cache)
  const broken = new Set(errors.map(({ file }) => file))
  const complaints = await check(content.files, documents)
  const parse = createParseOnDemand({ maxBytes: parsedBytesMax, cache, images })
  if (cache && !isLive) retainParsed(cache, documents, images)
  return {
    collection: createCollection({ documents, directories, index, parse }),
    revision,
    errors: [...errors, ...complaints.filter(({ file }) => !broken.has(file))],
    warnings,
  }
}

type Parsed = {
  documents: ContentDocument[]
  directories: Set<string>
  index: IndexData
  warnings: readonly string[]
  errors: readonly ContentError[]
}

/** A load with warnings or errors isn't cached, because they must appear at every start. */
async function parseOnce(
  content: ContentDir,
  withheld: Withheld,
  revision: string,
  cache: ContentCache,
): Promise<Parsed> {
  const stored = cache.read('folder', revision) as Stored | undefined
  if (stored) {
    const documents = stored.documents.map(([fields, excerptLength]) => createDocument(fields, excerptLength))
    return { ...stored, documents, warnings: [], errors: [] }
  }
  const parsed = await parseAll(content, withheld)
  const { directories, index, errors, warnings } = parsed
  if (errors.length + warnings.length > 0) return parsed
  const documents = parsed.documents.map(({ fields, excerptLength }): Stored['documents'][0] => [
    fields,
    excerptLength,
  ])
  cache.write('folder', revision, { documents, directories, index } satisfies Stored)
  return parsed
}

async function parseAll(
  { files, directories, warnings: ofFiles }: ContentDir,
  withheld: Withheld,
): Promise<Parsed> {
  const turns = createTurns()
  const documents: ContentDocument[] = []
  const warnings = [...ofFiles]
  const problems = collectProblems()
  const listed = new Set(directories)
  for (const file of files) {
    const found = problems.attempt(() => parseOrSkip(file, warnings)) ?? []
    const parsed = found.map((document) => withhold(document, withheld[file.path]))
    // A list of several items can be queried like a folder.
    if (parsed.length > 1) listed.add(withoutExtension(file.path))
    documents.push(...parsed)
    warnings.push(...parsed.flatMap((document) => oddFields(file.name, document)))
    if (file.extension === '.md') {
      warnings.push(...parsed.flatMap(({ fields }) => oddText(file.name, file.source, String(fields.text))))
    }
    if (turns.isOver()) await turns.next()
  }
  documents.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  const index = await buildIndex(documents)
  return { documents, directories: listed, index, warnings, errors: problems.list }
}

function withhold(document: ContentDocument, names: readonly string[] = []): ContentDocument {
  if (names.length === 0) return document
  const shown = Object.entries(document.fields).filter(([name]) => !names.includes(name))
  return createDocument(Object.fromEntries(shown), document.excerptLength)
}

function parseOrSkip(file: SourceFile, warnings: string[]): ContentDocument[] {
  try {
    return parseDocuments(file)
  } catch (error) {
    if (!(error instanceof SkippedDocument)) throw error
    warnings.push(error.message)
    return []
  }
}

/** Replaces variables in place. @returns the revision of the new text */
async function substituteAll({ files, directories }: ContentDir, variables?: Variables): Promise<string> {
  const turns = createTurns()
  const hash = createHash('sha1').update(JSON.stringify([...directories]))
  for (const file of files) {
    if (variables) file.source = substitute(file.source, variables)
    const { path, source, createdAt, updatedAt } = file
    hash.update(`${path}\n${createdAt.getTime()} ${updatedAt.getTime()} ${source.length}\n`).update(source)
    if (turns.isOver()) await turns.next()
  }
  return hash.digest('base64url')
}

function oddFields(file: string, { fields }: ContentDocument): string[] {
  const odd = ['title', 'description', 'slug', 'text'].filter((name) => {
    const value = fields[name]
    return value !== undefined && value !== null && typeof value !== 'string' && typeof value !== 'number'
  })
  return odd.map((name) => `${file}: ${name} is not text; it is searched as JSON spells it`)
}
