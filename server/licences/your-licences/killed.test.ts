import { expect, test } from 'vitest'
import { buyerSchema } from '#shared/licensing/mine-requests.ts'
import { foldEmail } from '#shared/text/email.ts'
import { createMailLink } from '../../people/sign-in/mail-links.ts'
import { momentOf } from '../../runtime/moment.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { killAtEachStep } from '../../testing/support/killed-at-each-step.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import type { TestApp } from '../../testing/support/test-app.ts'
import { parse } from '../../web/http/parse.ts'
import { followMove } from './acts/follow-move.ts'
import { replaceKey } from './acts/own-licence.ts'
import { correctBuyer } from './acts/own-order.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'

describeOnBothEngines('an act that is killed between any two steps, and tried again,', (databases) => {
  const openShop = useShops(databases)

  const count = async (shop: TestShop, table: 'mails' | 'audit_entries', about: string) => {
    const rows = await shop.ctx.database.db.selectFrom(table).selectAll().execute()
    return rows.filter((row) => JSON.stringify(row).includes(about)).length
  }

  test('has replaced a key once, with one mail and one audit line', async () => {
    const shop = await openShop()
    const begin = async () => {
      const { id, key } = await seedLicence(shop.ctx, { email: ada })
      return {
        act: ({ ctx }: TestApp) => replaceKey(ctx, ada, id),
        async look() {
          const { db } = shop.ctx.database
          const dead = await db.selectFrom('replaced_keys').where('licence_id', '=', id).selectAll().execute()
          return {
            replaced: dead.map(({ key_hint }) => key_hint.slice(-4)),
            was: key.slice(-4) === dead[0]?.key_hint.slice(-4),
            mails: await count(shop, 'mails', id),
            audited: await count(shop, 'audit_entries', id),
          }
        },
      }
    }
    const anyKey = { replaced: [expect.any(String)], was: true, mails: 1, audited: 1 }
    await killAtEachStep(shop, begin, anyKey)
  })

  test('has corrected an invoice once, without a gap in the numbers', async () => {
    const shop = await openShop()
    const begin = async () => {
      const { order } = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
      return {
        act: ({ ctx }: TestApp) => correctBuyer(ctx, ada, order.id, buyer),
        async look() {
          const { db } = shop.ctx.database
          const invoices = await db
            .selectFrom('invoices')
            .selectAll()
            .where('order_id', '=', order.id)
            .execute()
          return {
            corrections: invoices.map(({ correction }) => correction).sort(),
            corrected: await count(shop, 'mails', `order:${order.id}:corrected`),
            audited: await count(shop, 'audit_entries', order.id),
          }
        },
      }
    }
    const once = { corrections: [0, 1], corrected: 1, audited: 1 }
    await killAtEachStep(shop, begin, once)
    const invoices = await shop.ctx.database.db.selectFrom('invoices').select('number').execute()
    const numbers = invoices.map(({ number }) => Number(number.slice(4))).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test('has moved a licence and replaced its key once, with a mail to each address', async () => {
    const shop = await openShop()
    const moment = momentOf(shop.ctx)
    let moves = 0
    const begin = async () => {
      const { db } = shop.ctx.database
      const { id, key } = await seedLicence(shop.ctx, { email: ada })
      moves += 1
      const move = {
        id: `move_${moves}_`,
        from_email: ada,
        to_email: grace,
        licence_ids: JSON.stringify([id]),
        keeps_key: 0,
        started_at: moment.now.toISOString(),
        accepted_at: moment.now.toISOString(),
        confirmed_at: null,
        undone_at: null,
      }
      await db.insertInto('licence_moves').values(move).execute()
      const link = { purpose: 'move.confirm', email: ada, subject: move.id, validMs: 3_600_000 }
      const { token } = await createMailLink(db, link, moment)
      return {
        act: ({ ctx }: TestApp) => followMove(ctx, token),
        async look() {
          const row = await db
            .selectFrom('licences')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          return {
            owner: foldEmail(row.email),
            replaced: await db
              .selectFrom('replaced_keys')
              .where('licence_id', '=', id)
              .select('key_hint')
              .execute(),
            isNew: row.key_hint !== `…-${key.slice(-4)}`,
            mails: await count(shop, 'mails', move.id),
            audited: await count(shop, 'audit_entries', id),
          }
        },
      }
    }
    const once = {
      owner: grace,
      replaced: [{ key_hint: expect.any(String) }],
      isNew: true,
      mails: 2,
      audited: 1,
    }
    await killAtEachStep(shop, begin, once)
  })
})

const buyer = parse(buyerSchema, { name: 'Grace' })
