import { expect, test } from 'vitest'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnEitherEngine } from '../testing/support/databases.ts'
import { deskAs, deskOptions } from '../testing/support/desk.ts'
import { useShops } from '../testing/support/shop.ts'

describeOnEitherEngine('a list of the desk', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = () => new Date('2026-11-22T02:00:00Z')
    const shop = await openShop(await deskOptions({ clock }))
    const read = async (role: 'owner' | 'support' | 'books', address: string) => {
      const { text } = await (await deskAs(shop, role)).get(address).expect(200)
      return text.trimEnd().split('\r\n')
    }
    return { shop, read, owner: await deskAs(shop, 'owner') }
  }

  test('of statements and of imports leaves as CSV, in its sort', async () => {
    const { shop, read, owner } = await openDesk()
    const { db } = shop.ctx.database
    const times = ['2026-11-20T22:30:00.000Z', '2026-11-21T22:30:00.000Z']
    for (const [n, created_at] of times.entries()) {
      const account = { id: `acc_${n}`, name: `Bank ${n}`, key: `bank${n}`, created_at }
      await db.insertInto('bank_accounts').values(account).execute()
      const statement = { id: `stm_${n}`, account_id: `acc_${n}`, decided: '[]', unread: '[]', lines: n + 3 }
      await db
        .insertInto('statements')
        .values({ ...statement, who: 'casey@example.com', created_at } as never)
        .execute()
      const file = { id: `imp_${n}`, name: `old ${n}.csv`, sha256: 'x', survey: '{}', choices: '{}' }
      const preview = '{"rows":9}'
      await db
        .insertInto('imports')
        .values({ ...file, preview, stored: 1, created: n, who: 'command line', created_at } as never)
        .execute()
    }
    expect(await read('books', deskApiRoutes.statementCsv)).toEqual([
      'account,read,by,lines',
      'Bank 1,2026-11-22 09:30,casey@example.com,4',
      'Bank 0,2026-11-21 09:30,casey@example.com,3',
    ])
    expect(await read('owner', `${deskApiRoutes.importsCsv}?sort=createdAt`)).toEqual([
      'file,read,by,state,rows,done,new,known,refused',
      'old 0.csv,2026-11-21 09:30,The command line,checked,9,0,0,0,0',
      'old 1.csv,2026-11-22 09:30,The command line,checked,9,0,1,0,0',
    ])
    const { body } = await owner.get(`${deskApiRoutes.statement}?limit=1`).expect(200)
    expect(body.statements).toMatchObject([{ account: 'Bank 1' }])
    const { body: rest } = await owner.get(`${deskApiRoutes.statement}?limit=1&after=${body.next}`)
    expect(rest).toMatchObject({ statements: [{ account: 'Bank 0' }], next: null, accounts: [{}, {}] })
  })

  test('of staff, of sessions and of tokens leaves as CSV, of others only for an owner', async () => {
    const { read, owner } = await openDesk()
    await owner.post(deskApiRoutes.staff, { email: 'sam@example.com', role: 'books' }).expect(201)
    const staff = await read('owner', deskApiRoutes.staffCsv)
    expect(staff[0]).toBe('who,role,since,added by,last seen,sessions,tokens')
    expect(staff).toContain('sam@example.com,books,2026-11-22 13:00,alex@example.com,,0,0')
    await read('support', deskApiRoutes.tokensCsv)
    const whose = (lines: string[]) => [...new Set(lines.slice(1).map((line) => line.split(',')[0]))]
    expect(whose(await read('support', deskApiRoutes.tokensCsv))).toEqual(['robin@example.com'])
    const all = await read('owner', deskApiRoutes.tokensCsv)
    expect(all[0]).toBe('whose,made,last used,ends,may do')
    expect(whose(all).toSorted()).toEqual(['alex@example.com', 'robin@example.com'])
    expect(await read('support', deskApiRoutes.sessionsCsv)).toEqual(['whose,since,last seen,ends'])
  })

  test('of releases leaves as CSV, the newest first', async () => {
    const { shop, read } = await openDesk()
    const { releases } = shop.ctx.library.typed
    const [columns, ...lines] = await read('support', deskApiRoutes.releasesCsv)
    expect(columns).toBe(
      'version,date,channel,rollout,withdrawn,machines,files,files not recorded,changed,changed by',
    )
    expect(lines.map((line) => line.split(',')[0])).toEqual(releases.map(({ version }) => version))
  })
})
