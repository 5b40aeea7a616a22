import { type Document, isMap, isSeq, type YAMLMap } from 'yaml'
import type { HashedFile } from '#shared/releases/release-files.ts'
import { substitute, type Variables } from '../../content/variables.ts'
import { endingOf } from './read-file-name.ts'

/** `completed` added hashes or signatures to an entry; `unchanged` found the same bytes. */
export type Outcome = 'added' | 'completed' | 'unchanged'

/**
 * Keeps comments and everything else.
 * @throws Error if a name has other bytes, or another file serves the same machine and format
 */
export function mergeFiles(
  document: Document,
  files: readonly HashedFile[],
  variables: Variables,
): Outcome[] {
  const listed = document.get('files')
  if (!isSeq(listed)) throw new Error('the release has no list of files')
  return files.map((file) => {
    const entry = listed.items.find((item) => isMap(item) && nameOf(item, variables) === file.name)
    if (isMap(entry)) return complete(entry, file)
    const rival = listed.items.filter((item) => isMap(item)).find((item) => isRival(item, file, variables))
    if (rival) throw new Error(rivalry(file, nameOf(rival, variables)))
    listed.flow = false
    listed.add(document.createNode(file))
    return 'added'
  })
}

/** A name may contain variables: `{{product}}-2.3.0-x64.exe`. */
export function nameOf(entry: YAMLMap, variables: Variables): string {
  return substitute(String(entry.get('name')), variables)
}

const bytes = ['size', 'sha256', 'sha512', 'blockMapSize'] as const
/** The same bytes may get a new signature. */
const signatures = ['tauriSignature', 'sparkleSignature'] as const
const description = ['platform', 'arch', 'kind'] as const

function isRival(entry: YAMLMap, file: HashedFile, variables: Variables): boolean {
  const isAlike = description.every((key) => entry.get(key) === file[key])
  return isAlike && endingOf(nameOf(entry, variables)) === endingOf(file.name)
}

function rivalry({ name, platform, arch, kind }: HashedFile, rival: string): string {
  return `${name}: ${rival} is this release’s file for ${platform}, ${arch}, ${kind} already`
}

function complete(entry: YAMLMap, file: HashedFile): Outcome {
  for (const key of description) {
    if (entry.get(key) === file[key]) continue
    throw new Error(`${file.name}: the release says ${key} ${entry.get(key)}, not ${file[key]}`)
  }
  if (bytes.some((key) => entry.has(key) && entry.get(key) !== file[key])) {
    throw new Error(
      `${file.name}: its bytes are not those that were released under this name. Released files never change: give the change a new version`,
    )
  }
  const told = [...bytes, ...signatures].filter((key) => file[key] !== undefined)
  const missing = told.filter((key) => entry.get(key) !== file[key])
  if (missing.length === 0) return 'unchanged'
  for (const key of missing) entry.set(key, file[key])
  return 'completed'
}
