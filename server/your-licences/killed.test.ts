import { expect, test } from 'vitest'
import { foldEmail } from '#shared/email.ts'
import { momentOf } from '../moment.ts'
import { settle } from '../orders/settle.ts'
import { createMailLink } from '../sign-in/mail-links.ts'
import { describeOnBothEngines } from '../testing/databases.ts'
import { openDying } from '../testing/dying-process.ts'
import { seedLicence } from '../testing/licensing.ts'
import { type TestShop, useShops } from '../testing/shop.ts'
import { correctBuyer } from './acts/correct-buyer.ts'
import { followMove } from './acts/follow-move.ts'
import { replaceKey } from './acts/replace-key.ts'
import type { YourLicences } from './context.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'

/** An act on something new each time; `look` says what there is of it in the end. */
type Trial = { act(ctx: YourLicences): Promise<unknown>; look(): Promise<object> }

describeOnBothEngines('an act that is killed between any two statements, and tried again,', (databases) => {
  const openShop = useShops(databases)

  /** @returns after how many statements the act had come to its end */
  async function tryUntilFinished(shop: TestShop, begin: () => Promise<Trial>, expected: object) {
    let statements = 0
    for (let isFinished = false; !isFinished; statements += 1) {
      const { act, look } = await begin()
      const dying = await openDying(shop, statements)
      await act(dying.ctx).catch(() => {})
      isFinished = !dying.isKilled()
      // What was committed before the end says so by refusing.
      await act(shop.ctx).catch(() => {})
      expect([statements, await look()]).toEqual([statements, expected])
    }
    return statements
  }

  const count = async (shop: TestShop, table: 'mails' | 'audit_entries', about: string) => {
    const rows = await shop.ctx.database.db.selectFrom(table).selectAll().execute()
    return rows.filter((row) => JSON.stringify(row).includes(about)).length
  }

  test('has replaced a key once, with one mail and one audit line', async () => {
    const shop = await openShop()
    const begin = async () => {
      const { id, key } = await seedLicence(shop.ctx, { email: ada })
      return {
        act: (ctx: YourLicences) => replaceKey(ctx, ada, id),
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
    expect(await tryUntilFinished(shop, begin, anyKey)).toBeGreaterThan(6)
  })

  test('has corrected an invoice once, without a gap in the numbers', async () => {
    const shop = await openShop()
    const begin = async () => {
      const { order } = await shop.placeCardOrder()
      shop.stripe.pay(shop.stripe.sessionOf(order.id))
      await settle(shop.ctx, order.id)
      return {
        act: (ctx: YourLicences) => correctBuyer(ctx, ada, order.id, buyer),
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
    expect(await tryUntilFinished(shop, begin, once)).toBeGreaterThan(8)
    const invoices = await shop.ctx.database.db.selectFrom('invoices').select('number').execute()
    const numbers = invoices.map(({ number }) => Number(number.slice(4))).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test('has moved a licence once, with a mail to each address', async () => {
    const shop = await openShop()
    const moment = momentOf(shop.ctx)
    let moves = 0
    const begin = async () => {
      const { db } = shop.ctx.database
      const { id } = await seedLicence(shop.ctx, { email: ada })
      moves += 1
      const move = {
        id: `move_${moves}_`,
        from_email: ada,
        to_email: grace,
        licence_ids: JSON.stringify([id]),
        started_at: moment.now.toISOString(),
        accepted_at: moment.now.toISOString(),
        confirmed_at: null,
        undone_at: null,
      }
      await db.insertInto('licence_moves').values(move).execute()
      const link = { purpose: 'move.confirm', email: ada, subject: move.id, validMs: 3_600_000 }
      const { token } = await createMailLink(db, link, moment)
      return {
        act: (ctx: YourLicences) => followMove(ctx, token),
        async look() {
          const row = await db
            .selectFrom('licences')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          return {
            owner: foldEmail(row.email),
            mails: await count(shop, 'mails', move.id),
            audited: await count(shop, 'audit_entries', id),
          }
        },
      }
    }
    expect(await tryUntilFinished(shop, begin, { owner: grace, mails: 2, audited: 1 })).toBeGreaterThan(6)
  })
})

const buyer = { name: 'Grace', companyName: undefined, abn: undefined, purchaseOrder: undefined }
