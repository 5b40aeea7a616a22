import supertest from 'supertest'
import { expect, test } from 'vitest'
import { groupsOfLicenceKey } from '#shared/licensing/licence-key.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { Data } from '../context.ts'
import { findLicence } from '../licences/licensing/licences.ts'
import { readKey } from '../licences/licensing/look-up.ts'
import { groupLookup } from '../licences/licensing/stored-key.ts'
import { runAdmin, runAdminWithInput } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { seedLicence } from '../testing/support/licensing.ts'
import { useShops } from '../testing/support/shop.ts'
import { newSigningKey } from '../testing/support/signing-key.ts'
import { createTestApp } from '../testing/support/test-app.ts'

describeOnBothEngines('the keys commands', (databases) => {
  const openShop = useShops(databases)

  test('show the keys, and retire all but the one that signs, while the site runs', async () => {
    const [older, newer] = [newSigningKey(), newSigningKey()]
    const { environment } = await databases.create()
    const keys = (pems: string, ...args: string[]) =>
      runAdmin({ ...environment, LICENCE_SIGNING_KEY: pems }, 'keys', ...args)
    const [{ kid: old }] = JSON.parse((await keys(older, 'show', '--json')).stdout)
    const { app, ctx } = await createTestApp({ ...environment, LICENCE_SIGNING_KEY: `${newer}${older}` })
    const published = async () =>
      (await supertest(app).get(apiRoutes.licenceKeys)).body.keys.map(({ kid }: { kid: string }) => kid)
    expect(await published()).toEqual(expect.arrayContaining([ctx.keyring.kid, old]))

    const refused = await keys(`${newer}${older}`, 'retire', ctx.keyring.kid, '--yes')
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('signs now')])
    expect((await keys(newer, 'retire', 'none', '--yes')).stderr).toContain('no signing key none')
    expect((await keys(newer, 'retire')).stderr).toContain('Which key?')
    const retired = await keys(newer, 'retire', old, '--yes')
    expect(retired.stdout).toContain(`${old} is retired.`)
    expect(retired.stdout).toContain('until the machine is activated again')
    expect(retired.stdout).toContain('go on trusting it')
    expect(await published()).toEqual([ctx.keyring.kid])
    expect((await keys(newer, 'retire', old, '--yes')).status).toBe(0)
    expect(await auditOf(ctx)).toEqual([
      { who: 'command line', act: 'keys.retired', subject: old, after: '{}' },
    ])

    const shown = await keys(`${newer}${older}`, 'show')
    expect(shown.stdout).toMatch(new RegExp(`^${old} \\(retired [\\d-]+ \\d\\d:\\d\\d AE[DS]T\\)$`, 'm'))
    expect(shown.stdout).toMatch(/^SHA256:/m)
    expect(shown.stdout).not.toContain('PRIVATE')
    expect(await published()).toEqual([ctx.keyring.kid])
    expect((await keys(`${older}${newer}`, 'show')).stderr).toContain('was retired')
    await ctx.close()
  })

  test('encrypt again what a running site reads and writes', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    const { id, key } = await seedLicence(shop.ctx)
    const planned = await runAdmin(shop.environment, 'keys', 'reencrypt', '--dry-run')
    expect(planned.stdout).toContain('end every link to an order')
    const refused = await runAdmin(shop.environment, 'keys', 'reencrypt')
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('add --yes')])
    expect(await auditOf(shop.ctx)).toEqual([])
    const { stdout } = await runAdmin(shop.environment, 'keys', 'reencrypt', '--yes')
    expect(stdout).toContain('1 licence key is encrypted with a new secret.')
    expect(stdout).toContain('orders resend ORDER')
    expect(await readKey(db, id, shop.ctx.keyring)).toBe(key)
    expect(await findLicence(db, key, shop.ctx.keyring)).toMatchObject({ id })
    await seedLicence(shop.ctx)
    const again = await runAdminWithInput('reencrypt\n', shop.environment, 'keys', 'reencrypt', '--json')
    expect(JSON.parse(again.stdout)).toEqual({ licences: 2 })
    const entry = { who: 'command line', act: 'keys.reencrypted', subject: shop.ctx.keyring.kid }
    expect(await auditOf(shop.ctx)).toEqual([
      { ...entry, after: '{"licences":1}' },
      { ...entry, after: '{"licences":2}' },
    ])
  })

  test('go on without a signing key that is lost for good: each licence gets a new key, by mail', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    const active = await seedLicence(shop.ctx)
    const revoked = await seedLicence(shop.ctx, { status: 'revoked' })
    const placed = await shop.placeCardOrder()
    const replaceLost = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
      runAdmin(environment, 'keys', 'replace-lost', ...args)
    for (const consent of ['--dry-run', '--yes'])
      expect((await replaceLost(shop.environment, consent)).stderr).toContain('so it isn’t lost')

    const lost = shop.ctx.keyring.kid
    const environment = { ...shop.environment, LICENCE_SIGNING_KEY: newSigningKey() }
    await expect(createTestApp(environment)).rejects.toThrow('keys replace-lost')
    const { stdout: plan } = await replaceLost(environment, '--dry-run')
    expect(plan).toContain(`give up the signing key ${lost}: replace the keys of all 2 licences`)
    expect(plan).toContain('the 1 active')
    expect((await replaceLost(environment)).stderr).toContain('add --yes')
    const done = await replaceLost(environment, '--yes')
    expect([done.status, done.stderr]).toEqual([0, ''])
    expect((await replaceLost(environment, '--yes')).stderr).toContain('so it isn’t lost')

    const { ctx, app } = await createTestApp(environment)
    for (const { id, key } of [active, revoked]) {
      expect(await findLicence(db, key, ctx.keyring)).toBe('licence_not_found')
      const fresh = await readKey(db, id, ctx.keyring)
      expect(await findLicence(db, fresh, ctx.keyring)).toMatchObject({ id })
      const groups = await ctx.keyring.readSealed(db, async (secrets) =>
        groupsOfLicenceKey(fresh).map((group) => groupLookup(group, secrets)),
      )
      const stored = db.selectFrom('licences').select('key_groups').where('id', '=', id)
      expect(await stored.executeTakeFirst()).toEqual({ key_groups: groups.join(' ') })
    }
    const mails = await db.selectFrom('mails').select('params').where('kind', '=', 'key_replaced').execute()
    expect(mails.map(({ params }) => JSON.parse(params))).toEqual([
      { licenceId: active.id, oldHint: expect.any(String), lost: true },
    ])
    const order = { order: placed.order.id, token: placed.accessToken }
    expect(
      (await supertest(app).get(apiRoutes.order(order.order)).query({ token: order.token })).status,
    ).toBe(404)
    expect(await db.selectFrom('orders').select('id').execute()).toEqual([{ id: order.order }])
    const published = (await supertest(app).get(apiRoutes.licenceKeys)).body.keys
    expect(published.map(({ kid }: { kid: string }) => kid).toSorted()).toEqual(
      [ctx.keyring.kid, lost].toSorted(),
    )
    expect(await auditOf(ctx)).toMatchObject([{ act: 'keys.replaced_lost', subject: ctx.keyring.kid }])
    await ctx.close()
  })
})

function auditOf({ database: { db } }: Data) {
  return db
    .selectFrom('audit_entries')
    .select(['who', 'act', 'subject', 'after'])
    .where('act', 'like', 'keys.%')
    .orderBy('at')
    .execute()
}
