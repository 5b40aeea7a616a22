import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import { makePrivateFolder } from '../private-files.ts'
import { copyDatabase } from './copy-database.ts'
import { recordBackup } from './last-backup.ts'
import { type Contents, readCopy } from './read-copy.ts'

/** Stored beside the copy, under its name with `.json`. */
export type Manifest = Contents & {
  createdAt: string
  version: string
  bytes: number
  sha256: string
}

/**
 * Writes a copy with its manifest, reads it back, and only then deletes old backups.
 * @param options `keep` is the number of backups to keep, by default all
 * @throws Error if the copy can't be written or read
 */
export async function makeBackup(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  dir: string,
  { keep, now, environment }: { keep?: number | undefined; now: Date; environment: NodeJS.ProcessEnv },
): Promise<{ file: string; manifest: Manifest }> {
  makePrivateFolder(dir)
  const createdAt = now.toISOString()
  const name = `site-${createdAt.slice(0, 19).replaceAll(':', '-')}Z.${config.databaseUrl ? 'dump' : 'db'}`
  const file = join(dir, name)
  const { bytes } = await copyDatabase(config, file, environment)
  try {
    const contents = await readCopy(file, environment)
    const made = { createdAt, version: packageJson.version, bytes, sha256: await hashOf(file), ...contents }
    writeFileSync(manifestOf(file), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true })
    recordBackup(config.dataDir, { file, createdAt })
    if (keep !== undefined) deleteOldest(dir, keep)
    return { file, manifest: made }
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}

/** Reads a whole backup and compares it with its manifest. @throws Error that names the fault */
export async function verifyBackup(file: string, environment: NodeJS.ProcessEnv): Promise<Manifest> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  if (!existsSync(manifestOf(file)))
    throw new Error(`${manifestOf(file)} is missing, which says what was copied.`)
  const expected: Manifest = JSON.parse(readFileSync(manifestOf(file), 'utf8'))
  const { size } = statSync(file)
  if (size !== expected.bytes) throw new Error(`${file} has ${size} bytes, and had ${expected.bytes}.`)
  if ((await hashOf(file)) !== expected.sha256)
    throw new Error(`${file} isn’t what was written: its hash differs.`)
  const found = await readCopy(file, environment)
  const differing = Object.keys(expected.tables).filter(
    (table) => found.tables[table] !== expected.tables[table],
  )
  if (differing.length > 0) throw new Error(`${file} lacks rows of ${differing.join(', ')}.`)
  return expected
}

function manifestOf(file: string): string {
  return `${file}.json`
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

const backupName = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(db|dump)$/

function deleteOldest(dir: string, keep: number): void {
  const files = readdirSync(dir).filter((name) => backupName.test(name))
  for (const name of files.sort().slice(0, -keep)) {
    for (const file of [join(dir, name), manifestOf(join(dir, name))]) rmSync(file, { force: true })
  }
}
