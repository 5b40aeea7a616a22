import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { openKeyring, seal, unseal } from './keyring.ts'

const clock = () => new Date('2026-01-01')

describeOnBothEngines('the keyring', ({ create }) => {
  async function setup() {
    const { database, environment } = await create()
    const open = (key?: string) => {
      const config = readConfig({ ...environment, ...(key && { LICENCE_SIGNING_KEY: key }) })
      return openKeyring({ config, clock, random: randomBytes }, database.db)
    }
    return { database, environment, open }
  }

  test('makes its signing key once, for its owner alone, however many open it at once', async () => {
    const { open, environment } = await setup()
    const [first, ...others] = await Promise.all([open(), open(), open(), open()])
    expect(new Set([first, ...others].map(({ kid }) => kid)).size).toBe(1)
    for (const other of others) expect(other.secret('a')).toEqual(first.secret('a'))
    expect(statSync(join(environment.DATA_DIR, 'licence-signing-key.pem')).mode & 0o777).toBe(0o600)
  })

  test('gives every purpose a secret of its own, the same after a restart', async () => {
    const { open } = await setup()
    const first = await open()
    const again = await open()
    expect(again.secret('orders')).toEqual(first.secret('orders'))
    expect(first.secret('orders')).not.toEqual(first.secret('licences'))
  })

  test('rotates: the secrets stay, the old public key stays known, then the old key may go', async () => {
    const { open, database } = await setup()
    const [older, newer] = [newKey(), newKey()]
    const before = await open(older)
    const signature = before.sign('text')
    const after = await open(`${newer}\n${older}`)
    expect(after.kid).not.toBe(before.kid)
    expect(after.secret('orders')).toEqual(before.secret('orders'))
    expect((await open(newer)).secret('orders')).toEqual(before.secret('orders'))

    const known = await database.db.selectFrom('signing_keys').selectAll().execute()
    const publicKey = known.find(({ kid }) => kid === before.kid)?.public_key ?? ''
    expect(verify(null, Buffer.from('text'), publicKey, signature)).toBe(true)
  })

  test('refuses a database that was made with another key', async () => {
    const { open, database } = await setup()
    await open(newKey())
    await expect(open(newKey())).rejects.toThrow('made with another licence signing key')
    expect(await database.db.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1)
  })
})

test('what was sealed opens with the same key alone, and only unchanged', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const sealed = seal(Buffer.from('text'), key, randomBytes)
  expect(unseal(sealed, key).toString()).toBe('text')
  expect(() => unseal(sealed, other)).toThrow()
  const changed = Buffer.from(sealed, 'base64')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => unseal(changed.toString('base64'), key)).toThrow()
})

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
