import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { licencesOfOrder } from '../../licences/licensing/issue.ts'
import { press, setType } from '../../shop/invoices/pdf.ts'
import { settle } from '../../shop/orders/settle.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { useShops } from '../../testing/support/shop.ts'

press.print = setType

describeOnBothEngines('the evidence of a disputed order', (databases) => {
  const openShop = useShops(databases)

  test('has order, documents, mails as sent, activations and the terms as accepted, for the owner', async () => {
    const shop = await openShop(await deskOptions())
    const { db } = shop.ctx.database
    const placed = await shop.placeCardOrder()
    const { id, number } = placed.order
    const session = shop.stripe.sessionOf(id)
    shop.stripe.pay(session)
    await settle(shop.ctx, id)
    await readMails(shop.ctx)
    const licence = await db.selectFrom('licences').select(['id', 'key_hint']).executeTakeFirstOrThrow()
    const at = '2026-11-20T03:04:00.000Z'
    const machine = {
      machine_id: 'm1',
      machine_name: 'STUDIO-7',
      machine_os: 'Windows 11',
      app_version: '2.4.0',
    }
    await db
      .insertInto('activations')
      .values({
        id: 'act_1',
        licence_id: licence.id,
        seat: 0,
        ...machine,
        activated_at: at,
        seen_at: at,
        released_at: null,
      })
      .execute()
    shop.stripe.dispute(session, 'needs_response')
    await settle(shop.ctx, id)
    // The site's terms may differ from the order's by now.
    await shop.placeCardOrder()
    const [terms, ...others] = await db.selectFrom('accepted_terms').selectAll().execute()
    expect(others).toEqual([])
    expect(terms?.text).toMatch(/^Terms & Conditions\nThese are the terms/)
    const accepted = { sha256: 'earlier', text: 'The terms of that day.', first_at: at }
    await db.insertInto('accepted_terms').values(accepted).execute()
    await db.updateTable('orders').set({ terms: 'earlier' }).where('id', '=', id).execute()

    const owner = await deskAs(shop, 'owner')
    const { body: order } = await owner.get(deskApiRoutes.order(number)).expect(200)
    expect(order.paymentPage).toMatch(/^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_/)
    expect(order.attention).toMatchObject({ kind: 'dispute', dueBy: expect.any(String) })
    const { body, headers } = await owner.get(deskApiRoutes.evidence(number)).buffer().expect(200)
    expect(headers['content-type']).toContain('application/pdf')
    const pdf = await getDocumentProxy(new Uint8Array(body))
    const text = (await extractText(pdf)).text.join(' ').replaceAll(/\s+/g, ' ')
    for (const part of [
      `Evidence for order ${number}`,
      'What the bank says Disputed, $458.00: fraudulent',
      'for 3 machines; now suspended',
      'The card provider asked for a look: Disputed, $458.00: fraudulent',
      'The card provider took the payment: was awaiting payment',
      'Ada Byron',
      'Tax invoice',
      'INV-000001',
      'Mail: ',
      'Sent ',
      'to ada@example.com',
      'STUDIO-7, Windows 11, version 2.4.0',
      'The terms of that day.',
    ])
      expect(text).toContain(part)
    // Internal notes must not reach a bank.
    expect(text).not.toContain('News of a dispute')
    expect(text).not.toMatch(/token=\w/)
    for (const role of ['support', 'books'] as const)
      await (await deskAs(shop, role)).get(deskApiRoutes.evidence(number)).expect(403)
  })

  test('of a changed licence says what it became, and when the shop took that back', async () => {
    const shop = await openShop(await deskOptions())
    const { database, keyring } = shop.ctx
    const pay = async (id: string) => {
      shop.stripe.pay(shop.stripe.sessionOf(id))
      await settle(shop.ctx, id)
    }
    const { order: first } = await shop.placeCardOrder()
    await pay(first.id)
    const [licence] = await licencesOfOrder(database.db, first.id, keyring)
    const { order } = await shop.placeChangeOrder(String(licence?.key), { to: 'facility' })
    await pay(order.id)
    shop.stripe.dispute(shop.stripe.sessionOf(order.id), 'lost')
    await settle(shop.ctx, order.id)
    const owner = await deskAs(shop, 'owner')
    const { body } = await owner.get(deskApiRoutes.evidence(order.number)).buffer().expect(200)
    const pdf = await getDocumentProxy(new Uint8Array(body))
    const text = (await extractText(pdf)).text.join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toMatch(
      /from Studio for 3 machines, updates until .+, to Facility for 10 machines, .+; taken back /,
    )
  })
})
