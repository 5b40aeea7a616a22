import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { signingKeyPath } from '../../runtime/keys/signing-key-file.ts'

/** An Ed25519 private key, PKCS#8 in PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Creates a key for a site on PostgreSQL, which doesn't make one itself. */
export function giveSigningKey(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(signingKeyPath(dataDir), newSigningKey(), { mode: 0o600 })
}
