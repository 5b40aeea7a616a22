import { hkdfSync } from 'node:crypto'
import type { Random } from '../../runtime/ids.ts'
import { seal, unseal } from '../../runtime/keys/seal.ts'

type Sealing = { key: string; keyHash: string }

/** Encrypts an answer with the client's key, of which the database stores only the hash. */
export function sealAnswer(answer: unknown, { random, ...sealing }: Sealing & { random: Random }): string {
  return seal(Buffer.from(JSON.stringify(answer)), { ...cipherOf(sealing), random })
}

export function openAnswer(sealed: string, sealing: Sealing): unknown {
  return JSON.parse(unseal(sealed, cipherOf(sealing)).toString())
}

function cipherOf({ key, keyHash }: Sealing): { key: Buffer; row: string } {
  const drawn = Buffer.from(hkdfSync('sha256', key, '', 'answer', 32))
  return { key: drawn, row: `idempotency_keys ${keyHash}` }
}
