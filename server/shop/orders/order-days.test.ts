import supertest from 'supertest'
import { expect, test } from 'vitest'
import { routes } from '#shared/routes/routes.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { useShops } from '../../testing/support/shop.ts'

describeOnBothEngines('the days of an order', (databases) => {
  const openShop = useShops(databases)

  test.each([
    ['2030-12-31T13:30:00Z', '2031-01-01', '1 January 2031', '2032-01-01T12:59:59.999Z'],
    ['2031-01-01T12:30:00Z', '2031-01-01', '1 January 2031', '2032-01-01T12:59:59.999Z'],
    // The night before and the night after summer time begins, and those where it ends.
    ['2030-10-05T14:30:00Z', '2030-10-06', '6 October 2030', '2031-10-06T12:59:59.999Z'],
    ['2030-10-06T12:30:00Z', '2030-10-06', '6 October 2030', '2031-10-06T12:59:59.999Z'],
    ['2030-04-06T13:30:00Z', '2030-04-07', '7 April 2030', '2031-04-07T13:59:59.999Z'],
    ['2030-04-07T13:30:00Z', '2030-04-07', '7 April 2030', '2031-04-07T13:59:59.999Z'],
  ])('are Sydney’s at %s: %s everywhere', async (now, day, written, updatesUntil) => {
    const shop = await openShop({ clock: () => new Date(now) })
    const placed = await shop.placeCardOrder()
    shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
    const { body } = await shop.orderOf(placed).expect(200)
    expect(body.number).toMatch(new RegExp(`^${day.slice(0, 4)}-`))
    expect(body.documents[0].content).toMatchObject({ date: day, paid: { date: day } })
    expect(body.lines[0].licences[0].updatesUntil).toBe(updatesUntil)

    const link = `${routes.completedOrder(placed.order.id)}&token=${placed.accessToken}`
    const cookie = String((await supertest(shop.app).get(link)).get('set-cookie')?.[0]).split(';')[0] ?? ''
    const { text } = await supertest(shop.app)
      .get(routes.completedOrder(placed.order.id))
      .set('Cookie', cookie)
    // A release has a day of its own.
    const words = text.replace(/<script[\s\S]*?<\/script>/g, '').replace(/released \d{1,2} \w+ \d{4}/g, '')
    const days = words.match(/\d{1,2} [A-Z][a-z]+ 20\d\d/g) ?? []
    expect(new Set(days.filter((one) => !one.endsWith(updatesUntil.slice(0, 4))))).toEqual(new Set([written]))

    const listed = await runAdmin(shop.environment, 'orders', 'list')
    expect(listed.stdout).toContain(`${body.number}  ${day}  paid`)
  })
})
