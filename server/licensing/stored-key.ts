import { createHmac } from 'node:crypto'
import { hintOfLicenceKey } from '#shared/licensing/licence-key.ts'
import type { LicenceRow } from '../db/schema.ts'
import type { Random } from '../ids.ts'
import { type Keyring, seal, unseal } from '../keys/keyring.ts'

/** What of a key is stored: an HMAC to find it by, its encryption to show it again, and a hint. */
export function storedKey(
  key: string,
  { keyring, random }: { keyring: Keyring; random: Random },
): Pick<LicenceRow, 'key_lookup' | 'key_cipher' | 'key_hint'> {
  return {
    key_lookup: keyLookup(key, keyring),
    key_cipher: seal(Buffer.from(key), keyring.secret('licence key'), random),
    key_hint: hintOfLicenceKey(key),
  }
}

/** @param key as `readLicenceKey` returns it */
export function keyLookup(key: string, keyring: Keyring): string {
  return createHmac('sha256', keyring.secret('licence look-up')).update(key).digest('hex')
}

export function revealKey({ key_cipher }: Pick<LicenceRow, 'key_cipher'>, keyring: Keyring): string {
  return unseal(key_cipher, keyring.secret('licence key')).toString()
}
