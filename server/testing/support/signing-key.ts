import { generateKeyPairSync } from 'node:crypto'

/** An Ed25519 private key, PKCS#8 in PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
