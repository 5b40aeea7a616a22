import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder, takeFromOthers } from '../private-files.ts'

/** Creates the file for a new database. @returns PKCS#8 PEM */
export function signingKeyFile(dataDir: string): string {
  const file = signingKeyPath(dataDir)
  if (existsSync(file)) takeFromOthers(file)
  else make(dataDir, file)
  return readFileSync(file, 'utf8')
}

export function signingKeyPath(dataDir: string): string {
  return join(dataDir, 'licence-signing-key.pem')
}

/** Links a finished draft, so that the first of two concurrent starts wins. */
function make(dataDir: string, file: string): void {
  makePrivateFolder(dataDir)
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
