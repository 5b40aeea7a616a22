import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeFromOthers } from '../private-files.ts'
import { StartError } from '../start-error.ts'

/**
 * The key that a site without `LICENCE_SIGNING_KEY` makes once and keeps for its owner's eyes. PKCS#8 PEM.
 * @param sealedBy the key that the database is sealed with; null for a new database
 * @throws StartError where the database has a key and the file is missing: a new one would open nothing
 */
export function signingKeyFile(dataDir: string, sealedBy: string | null = null): string {
  const file = signingKeyPath(dataDir)
  if (existsSync(file)) takeFromOthers(file)
  else if (sealedBy === null) make(dataDir, file)
  else {
    throw new StartError(
      `The database was made with the licence signing key ${sealedBy}, which is missing. Put its file back as ${file}, or set LICENCE_SIGNING_KEY to it.`,
    )
  }
  return readFileSync(file, 'utf8')
}

/** Where that key lies, once it has been made. */
export function signingKeyPath(dataDir: string): string {
  return join(dataDir, 'licence-signing-key.pem')
}

/** Whole or not there: of two processes that start at once, the first one's key stays. */
function make(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = join(dataDir, `.signing-key-${randomUUID()}`)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
