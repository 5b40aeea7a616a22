import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { useShops } from '../testing/support/shop.ts'

describeOnBothEngines('the search command', (databases) => {
  const openShop = useShops(databases)

  test('finds orders, licences and people in the words of the desk, and never shows a whole key', async () => {
    const shop = await openShop()
    const customer = { name: 'Zoë Byron', email: 'zoe@example.com', country: 'AU' } as const
    const placed = (await shop.checkOut({ paymentMethod: 'invoice', customer }).expect(201)).body
    const { number } = placed.order
    await runAdmin(shop.environment, 'orders', 'mark-paid', number)
    const [{ key }] = (await shop.orderOf(placed)).body.lines[0].licences
    const search = (...args: string[]) => runAdmin(shop.environment, 'search', ...args)

    const { stdout } = await search('zoe', 'BYRON')
    expect(stdout).toMatch(
      new RegExp(
        `^Orders, 1\\n  [\\d-]{10}  ${number}  Zoë Byron, zoe@example\\.com  paid  \\$458\\.00$`,
        'm',
      ),
    )
    expect(stdout).toMatch(/^Licences, 2\n {2}[\d-]{10} {2}lic_\w+ {2}Studio, key ending \w{4} {2}Zoë/m)
    expect(stdout).toMatch(/^People, 1$/m)
    const byKey = await search(key)
    expect(byKey.stdout).toMatch(/^Licences, 1$/m)
    expect(byKey.stdout).not.toContain(key)
    expect(JSON.parse((await search(number, '--json')).stdout).results[0]).toMatchObject({ title: number })
    expect((await search('nobody')).stdout).toBe('Nothing found.\n')
    expect((await search()).stderr).toContain('What for?')
  })
})
