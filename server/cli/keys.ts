import { createHash, createPublicKey } from 'node:crypto'
import { publicKeys } from '../licensing/public-keys.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './main.ts'
import { withDatabase } from './open.ts'

export const keys = {
  show: {
    usage: 'keys show [--json]',
    summary: 'Shows the public keys that licence files verify with; never a private one.',
    run: show,
  },
} satisfies Record<string, Command>

async function show(args: string[]): Promise<number> {
  const { values } = readArguments(args, { json: { type: 'boolean', default: false } })
  return withDatabase(async ({ database, keyring }) => {
    const shown = (await publicKeys(database.db)).map(({ kid, publicKey, createdAt }) => ({
      kid,
      current: kid === keyring.kid,
      fingerprint: fingerprintOf(publicKey),
      createdAt,
      publicKey,
    }))
    if (values.json) console.log(JSON.stringify(shown, null, 2))
    for (const { kid, current, fingerprint, publicKey } of values.json ? [] : shown) {
      console.log(`${kid}${current ? ' (signs now)' : ''}\n${fingerprint}\n${publicKey}`)
    }
    return 0
  })
}

/** SHA-256 of the key's SubjectPublicKeyInfo, in base64. */
function fingerprintOf(pem: string): string {
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return `SHA256:${createHash('sha256').update(spki).digest('base64').replace(/=+$/, '')}`
}
