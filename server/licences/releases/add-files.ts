import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Document, isMap, isScalar, isSeq, visit } from 'yaml'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { HashedFile } from '#shared/releases/release-files.ts'
import { type Channel, type Release, releaseSchema, stockSchema } from '#shared/releases/releases.ts'
import { isPrerelease } from '#shared/releases/versions.ts'
import { openYaml } from '../../content/open-yaml.ts'
import { readReleases, readSite, siteVariables } from '../../content/site.ts'
import { substitute, type Variables } from '../../content/variables.ts'
import { readBlockMapSize } from './block-map-size.ts'
import { editFile } from './edit-file.ts'
import { mergeFiles, nameOf, type Outcome } from './merge-files.ts'
import { type Description, readFileName } from './read-file-name.ts'

type Request = {
  contentDir: string
  version: string
  paths: readonly string[]
  said: Partial<Description>
  /** Signature for Sparkle, for a single file. Tauri's is read from the `.sig` beside each file. */
  sparkleSignature?: string | undefined
  /** Allowed only for a new version. The date defaults to today in the company's time zone. */
  details: Partial<Details>
  clock: () => Date
}

export type Added = { path: string; isNew: boolean; files: (HashedFile & { outcome: Outcome })[] }

/**
 * Records files with their sizes and hashes in `releases/<version>.yml`.
 * @throws Error, without writing anything
 */
export async function addFiles(request: Request): Promise<Added> {
  const { contentDir, version, paths, details, clock } = request
  const site = readSite(contentDir)
  const variables = siteVariables(site)
  const releases = readReleases(contentDir, variables)
  const path = join(contentDir, 'releases', `${version}.yml`)
  const hashed = await hashFiles(paths, request.sparkleSignature)
  const added: Added = { path, isNew: false, files: [] }

  await editFile(path, (source) => {
    added.isNew = source === null
    if (source !== null) refuseDetails(path, details)
    const today = dayIn(site.company.timeZone, clock())
    const document =
      source === null
        ? newRelease(version, { date: today, ...details }, releases)
        : openYaml(path, source).document
    const files = hashed.map((file) => ({ ...describe(document, file.name, request, variables), ...file }))
    const outcomes = mergeFiles(document, files, variables)
    added.files = files.map((file, index) => ({ ...file, outcome: outcomes[index] as Outcome }))
    const isSame = source !== null && outcomes.every((outcome) => outcome === 'unchanged')
    return isSame ? source : checked(path, document.toString({ lineWidth: 0 }), variables)
  })
  return added
}

/** Refuses options that would overwrite what people wrote. */
function refuseDetails(path: string, details: Partial<Details>): void {
  const [option] = Object.keys(details)
  if (option) throw new Error(`--${option} is for a new version: ${path} is there already. Change it there`)
}

/** An existing entry of a file takes precedence over its name. */
function describe(
  document: Document,
  name: string,
  { version, said }: Request,
  variables: Variables,
): Description {
  const listed = describedIn(document, name, variables)
  if (!listed) return readFileName(name, version, said)
  for (const key of ['platform', 'arch', 'kind'] as const) {
    if (!said[key] || said[key] === listed[key]) continue
    throw new Error(`${name}: the release says ${listed[key]}, --${key} says ${said[key]}`)
  }
  return listed
}

type Measured = Omit<HashedFile, keyof Description>

async function hashFiles(paths: readonly string[], sparkleSignature: string | undefined) {
  if (sparkleSignature !== undefined && paths.length > 1)
    throw new Error('--sparkle-signature is of one file: add its others by another command')
  const files: Measured[] = []
  for (const path of paths) {
    const name = basename(path)
    if (files.some((file) => file.name === name)) throw new Error(`${name} is given twice`)
    const hashes = await hashFile(path)
    const blockMapSize = name.endsWith('.AppImage') ? await readBlockMapSize(path) : undefined
    const tauriSignature = await readSignature(`${path}.sig`)
    files.push({
      name,
      ...hashes,
      ...(blockMapSize !== undefined && { blockMapSize }),
      ...(tauriSignature !== undefined && { tauriSignature }),
      ...(sparkleSignature !== undefined && { sparkleSignature }),
    })
  }
  return files
}

/** Undefined without a signature file. */
async function readSignature(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text?.trim()
}

function describedIn(document: Document, name: string, variables: Variables): Description | undefined {
  const files = document.get('files')
  const entry = isSeq(files) && files.items.find((item) => isMap(item) && nameOf(item, variables) === name)
  if (!isMap(entry)) return undefined
  const { platform, arch, kind } = entry.toJSON() as Description
  return { platform, arch, kind }
}

/** Checks that the new text can be read again. */
function checked(path: string, source: string, variables: Variables): string {
  const result = releaseSchema.safeParse(openYaml(path, substitute(source, variables)).document.toJS())
  if (result.success) return source
  const [issue] = result.error.issues
  throw new Error(`${path}: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** Reads the file once, in chunks. @throws Error with a message for people */
async function hashFile(path: string): Promise<Pick<HashedFile, 'size' | 'sha256' | 'sha512'>> {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')]
  let size = 0
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks) {
      size += chunk.length
      sha256.update(chunk)
      sha512.update(chunk)
    }
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path}: ${reasons[error.code ?? ''] ?? error.message}`)
  })
  if (size === 0) throw new Error(`${path}: is empty`)
  return { size, sha256: sha256.digest('hex'), sha512: sha512.digest('base64') }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
}

export type Details = {
  summary?: string | undefined
  date: Day
  channel?: Channel | undefined
  rollout?: number | undefined
}

/** Leaves placeholders, which `doctor` reports, for text that people must write. */
export function newRelease(
  version: string,
  { summary, date, rollout, channel = isPrerelease(version) ? 'beta' : 'stable' }: Details,
  others: readonly Release[],
): Document {
  const document = new Document({
    version,
    date,
    ...(channel === 'beta' && { channel }),
    ...(rollout !== undefined && { rollout }),
    stock: nextStock(others),
    summary: summary ?? `Version ${version}.`,
    notes: {},
    files: [],
  })
  if (!summary) {
    visit(document, {
      Pair(_index, { key }) {
        if (!isScalar(key) || key.value !== 'summary') return
        key.commentBefore = ' Placeholder: a sentence on what this version brings, with its notes below.'
      },
    })
  }
  return document
}

/** Picks the least recently used colour. @param others newest first */
function nextStock(others: readonly Release[]): Release['stock'] {
  const age = (stock: Release['stock']) => {
    const index = others.findIndex((release) => release.stock === stock)
    return index === -1 ? others.length : index
  }
  return stockSchema.options.reduce((oldest, stock) => (age(stock) > age(oldest) ? stock : oldest))
}
