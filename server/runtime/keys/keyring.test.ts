import { createCipheriv, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnBothEngines, describeOnPostgres, giveWay } from '../../testing/support/databases.ts'
import { newSigningKey } from '../../testing/support/signing-key.ts'
import { type Db, openDatabase } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { openKeyring } from './keyring.ts'
import { seal, unseal } from './seal.ts'
import { listSigningKeys, retireSigningKey } from './signing-keys.ts'

const now = new Date('2026-01-01')

describeOnBothEngines('the keyring', ({ create }) => {
  async function setup() {
    const { database, environment } = await create()
    const open = (key?: string, on = database) => {
      const config = readConfig({ ...environment, ...(key && { LICENCE_SIGNING_KEY: key }) })
      return openKeyring({ config, clock: () => now, random: randomBytes }, on)
    }
    const another = () => openDatabase(readConfig({ ...environment }))
    return { database, db: database.db, environment, open, another }
  }

  test('makes one signing key, readable by its owner alone, when several processes open it at once', async () => {
    const { open, environment, db } = await setup()
    const [first, ...others] = await Promise.all([open(), open(), open(), open()])
    expect(new Set([first, ...others].map(({ kid }) => kid)).size).toBe(1)
    const secret = (await first.secrets(db)).of('a')
    for (const other of others) expect((await other.secrets(db)).of('a')).toEqual(secret)
    expect(statSync(join(environment.DATA_DIR, 'licence-signing-key.pem')).mode & 0o777).toBe(0o600)
  })

  test('gives every purpose a secret of its own, the same after a restart', async () => {
    const { open, db } = await setup()
    const first = await (await open()).secrets(db)
    const again = await (await open()).secrets(db)
    expect(again.of('orders')).toEqual(first.of('orders'))
    expect(first.of('orders')).not.toEqual(first.of('licences'))
  })

  test('rotates: the secrets stay, the old public key stays known, then the old key may go', async () => {
    const { open, db } = await setup()
    const [older, newer] = [newSigningKey(), newSigningKey()]
    const before = await open(older)
    const secret = (await before.secrets(db)).of('orders')
    const signature = before.signers[0].sign('text')
    const after = await open(`${newer}\n${older}`)
    expect(after.kid).not.toBe(before.kid)
    expect((await after.secrets(db)).of('orders')).toEqual(secret)
    expect((await (await open(newer)).secrets(db)).of('orders')).toEqual(secret)
    // Another process still runs with the old key alone.
    expect((await before.secrets(db)).of('orders')).toEqual(secret)

    const publicKey = (await listSigningKeys(db)).find(({ kid }) => kid === before.kid)?.public_key ?? ''
    expect(verify(null, Buffer.from('text'), publicKey, signature)).toBe(true)
  })

  test.each([
    ['is empty', ''],
    ['is cut short', newSigningKey().slice(0, 60)],
    ['is spoilt', newSigningKey().replace(/MC4C\w\w/, 'AAAAAA')],
    ['holds an RSA key', rsaKey()],
  ])('names its key file if that %s', async (_how, pem) => {
    const { open, environment } = await setup()
    const file = join(environment.DATA_DIR, 'licence-signing-key.pem')
    writeFileSync(file, pem)
    const refused = await open().catch((error) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(refused.message).toContain(`${file} isn’t an Ed25519 private key`)
  })

  test('refuses a database that was made with another key', async () => {
    const { open, db } = await setup()
    await open(newSigningKey())
    await expect(open(newSigningKey())).rejects.toThrow('made with another licence signing key')
    expect(await listSigningKeys(db)).toHaveLength(1)
  })

  test('leaves no new key beside a database whose own is missing, and names the one that it needs', async () => {
    const { open, environment } = await setup()
    const { kid } = await open()
    const file = join(environment.DATA_DIR, 'licence-signing-key.pem')
    renameSync(file, `${file}.away`)
    await expect(open()).rejects.toThrow(`licence signing key ${kid}, which is missing`)
    expect(existsSync(file)).toBe(false)
    // Asks only for the missing key, because a stray one would sign untrusted files.
    await expect(open(newSigningKey())).rejects.toThrow(`Put ${kid} in its place`)
    renameSync(`${file}.away`, file)
    expect((await open()).kid).toBe(kid)
  })

  test('retires a key but the one that signs, which then can’t sign again', async () => {
    const { open, db } = await setup()
    const [older, newer] = [newSigningKey(), newSigningKey()]
    const { kid } = await open(older)
    const { kid: signer } = await open(`${newer}${older}`)
    await expect(retireSigningKey(db, signer, { signer, now })).rejects.toThrow(`${signer} signs now`)
    await expect(retireSigningKey(db, 'none', { signer, now })).rejects.toThrow('no signing key none')
    await retireSigningKey(db, kid, { signer, now })
    await retireSigningKey(db, kid, { signer, now: new Date() })
    const retired = async () => (await listSigningKeys(db)).map((key) => [key.kid, key.retired_at])
    expect(await retired()).toEqual(
      expect.arrayContaining([
        [signer, null],
        [kid, now.toISOString()],
      ]),
    )
    // It may stay behind the new key without becoming active.
    await open(`${newer}${older}`)
    expect(Object.fromEntries(await retired())[kid]).toBe(now.toISOString())
    await expect(open(`${older}${newer}`)).rejects.toThrow(`${kid} was retired`)
    expect((await open(newer)).kid).toBe(signer)
  })

  test('replaces the data secret in every process, at once and for good', async () => {
    const { open, db } = await setup()
    const [site, command] = [await open(), await open()]
    const before = (await site.secrets(db)).of('orders')
    const told = await command.replaceSecrets(db, async (_trx, secrets) => {
      expect(secrets.before.of('orders')).toEqual(before)
      return secrets.after.of('orders')
    })
    expect(told).not.toEqual(before)
    for (const keyring of [site, command, await open()]) {
      expect((await keyring.secrets(db)).of('orders')).toEqual(told)
    }
  })

  test('keeps the data secret where encrypting with the next one fails', async () => {
    const { open, db } = await setup()
    const keyring = await open()
    const before = (await keyring.secrets(db)).of('orders')
    const failed = keyring.replaceSecrets(db, () => Promise.reject(new Error('on purpose')))
    await expect(failed).rejects.toThrow('on purpose')
    for (const each of [keyring, await open()]) expect((await each.secrets(db)).of('orders')).toEqual(before)
  })

  test('that rotates while the data secret is replaced puts no old secret back', async () => {
    const { database, open, another } = await setup()
    const [older, newer] = [newSigningKey(), newSigningKey()]
    const command = await open(older)
    const elsewhere = await another()
    const replaced: Buffer[] = []
    // Another process replaces the old secret between this one's read and write.
    const rotating = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isSecret = result.rows.some((row) => 'wrapped' in row)
        if (isSecret && replaced.length === 0) {
          replaced.push(
            await command.replaceSecrets(elsewhere.db, async (_trx, { after }) => after.of('orders')),
          )
        }
        return result
      },
    })
    const rotated = await open(`${newer}${older}`, { ...database, db: rotating })
    expect((await rotated.secrets(database.db)).of('orders')).toEqual(replaced[0])
    expect((await (await open(newer)).secrets(database.db)).of('orders')).toEqual(replaced[0])
    await elsewhere.close()
  })

  test('reads encrypted rows again when the secret is replaced in between', async () => {
    const { open, db } = await setup()
    const [site, command] = [await open(), await open()]
    const seen: number[] = []
    const read = await site.readSealed(db, async ({ generation }) => {
      seen.push(generation)
      if (seen.length > 1) return 'read'
      await command.replaceSecrets(db, async () => {})
      throw new Error('doesn’t open')
    })
    expect([read, seen]).toEqual(['read', [1, 2]])
    await expect(site.readSealed(db, () => Promise.reject(new Error('changed')))).rejects.toThrow('changed')
  })

  test('has a replacement wait for transactions that store, and those wait for it', async () => {
    const { open, db, another } = await setup()
    const [site, command] = [await open(), await open()]
    const elsewhere = await another()
    const order: string[] = []
    const store = (name: string, then = async (_trx: Db) => {}) =>
      db.transaction().execute(async (trx) => {
        const { generation } = await site.holdSecrets(trx)
        await then(trx)
        order.push(`${name} with ${generation}`)
      })
    let replacing: Promise<unknown> | undefined
    await store('first', async (trx) => {
      replacing = command.replaceSecrets(elsewhere.db, async () => order.push('replaced'))
      await Promise.race([replacing, giveWay(trx)])
    })
    await replacing
    await command.replaceSecrets(elsewhere.db, async (trx) => {
      const second = store('second')
      await Promise.race([second, giveWay(trx)])
      replacing = second
      order.push('replaced again')
    })
    await replacing
    expect(order).toEqual(['first with 1', 'replaced', 'replaced again', 'second with 3'])
    await elsewhere.close()
  })
})

describeOnPostgres('the keyring', ({ create }) => {
  test('makes no key beside PostgreSQL, whose disk may outlive this one, and says how to make one', async () => {
    const { database, environment } = await create()
    const file = join(environment.DATA_DIR, 'licence-signing-key.pem')
    rmSync(file)
    const opening = openKeyring(
      { config: readConfig({ ...environment }), clock: () => now, random: randomBytes },
      database,
    )
    await expect(opening).rejects.toThrow('openssl genpkey -algorithm ed25519')
    expect(existsSync(file)).toBe(false)
    // The release command fails before it migrates.
    const empty = await create({ migrated: false })
    rmSync(join(empty.environment.DATA_DIR, 'licence-signing-key.pem'))
    const released = await runAdmin({ ...empty.environment }, 'db', 'migrate', '--json')
    expect([released.status, released.stderr]).toEqual([1, expect.stringContaining('openssl genpkey')])
    const { rows } = await sql`select to_regclass('kysely_migration') as made`.execute(empty.database.db)
    expect(rows).toEqual([{ made: null }])
  })
})

const row = 'licences lic_1'

test('a cipher opens only unchanged, with its key and in its row', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const sealed = seal(Buffer.from('text'), { key, row, random: randomBytes })
  expect(unseal(sealed, { key, row }).toString()).toBe('text')
  expect(() => unseal(sealed, { key: other, row })).toThrow()
  expect(() => unseal(sealed, { key, row: 'licences lic_2' })).toThrow()
  for (const changed of [sealed.replace(/.(?=.{4}$)/, (last) => (last === 'A' ? 'B' : 'A')), sealed.slice(4)])
    expect(() => unseal(changed, { key, row })).toThrow()
})

test('a cipher from before ciphers were bound to rows still opens', () => {
  const [key, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update('text'), cipher.final()])
  const old = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  expect(unseal(old, { key, row }).toString()).toBe('text')
})

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
