import { randomBytes } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { openLicensing, seedLicence } from '../../testing/support/licensing.ts'
import { findLicence } from './licences.ts'

describeOnBothEngines('looking a key up', ({ create }) => {
  test('asks the same of the database whether it is known, revoked or unknown, and never shows it the key', async () => {
    const site = await openLicensing((await create()).environment)
    const known = await seedLicence(site)
    const revoked = await seedLicence(site, { status: 'revoked' })
    const unknown = createLicenceKey('PRMT', randomBytes(keyRandomness))

    const texts = [known.key, revoked.key, unknown, 'A1B2C3D4-E5F6-OLD']
    const asked = await Promise.all(texts.map(queriesOf))
    for (const queries of asked) {
      expect(queries.map(({ sql }) => sql)).toEqual(asked[0]?.map(({ sql }) => sql))
      expect(queries.map(({ parameters }) => parameters)).toEqual([
        [expect.stringMatching(/^[0-9a-f]{64}$/)],
        [expect.stringMatching(/^[0-9a-f]{64}$/)],
        ['current'],
        [expect.stringMatching(/^[0-9a-f]{64}$/)],
      ])
    }
    const parameters = new Set(asked.map(([query]) => query?.parameters[0]))
    expect(parameters.size).toBe(4)
    await site.close()

    async function queriesOf(key: string) {
      const queries: { sql: string; parameters: readonly unknown[] }[] = []
      const { db } = site.database
      const record: KyselyPlugin = {
        transformQuery({ node }) {
          const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'recorded' })
          queries.push({ sql, parameters })
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await findLicence(db.withPlugin(record), key, site.keyring)
      return queries
    }
  })

  test('finds what it was given and nothing near it', async () => {
    const site = await openLicensing((await create()).environment)
    const { key, id } = await seedLicence(site)
    const find = (text: string) => findLicence(site.database.db, text, site.keyring)
    expect(await find(key)).toMatchObject({ id })
    expect(await find(key.toLowerCase().replaceAll('-', ' '))).toMatchObject({ id })
    expect(await find(key.slice(0, -1))).toBe('licence_key_malformed')
    expect(await find(createLicenceKey('PRMT', new Uint8Array(keyRandomness)))).toBe('licence_not_found')
    await site.close()
  })
})
