import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../ids.ts'

/** Marks ciphertexts bound to their row. Version 1.0 wrote unbound ones. */
const boundMark = 'row:'

/**
 * AES-256-GCM.
 * @param row table and id, such as "licences lic_3f9c"
 * @returns the mark, then nonce, tag and ciphertext in base64
 */
export function seal(
  plain: Uint8Array,
  { key, row, random }: { key: Buffer; row: string; random: Random },
): string {
  const nonce = random(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return boundMark + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws if the key or the row differs, or a bit has changed */
export function unseal(sealed: string, { key, row }: { key: Buffer; row: string }): Buffer {
  const isBound = sealed.startsWith(boundMark)
  const bytes = Buffer.from(isBound ? sealed.slice(boundMark.length) : sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  if (isBound) decipher.setAAD(Buffer.from(row))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}
