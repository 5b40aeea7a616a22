import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext, Page } from '@playwright/test'
import type { Mine } from '#shared/orders/mine.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { licenceActRoute, routes } from '#shared/routes/routes.ts'
import { ada, card, customerOf } from './customer.ts'
import type { ShopSite } from './shop-site.ts'
import { hydrated } from './test.ts'

export type Open = (page: Page) => Promise<unknown>

/**
 * Fills a shop for one address and signs it in. Opening a state changes nothing, so each can be opened again.
 * @param context its cookies open these pages
 * @returns every state of the pages of one's licences that looks different
 */
export async function licencesStates(
  shop: ShopSite,
  context: BrowserContext,
  email = ada,
): Promise<Record<string, Open>> {
  const { signIn, buy, turnOn } = customerOf(shop)
  const { request } = context
  await buy(request, 'card', { email })
  const disputed = await buy(request, 'card', { email })
  await buy(request, 'invoice', { email })
  const page = await context.newPage()
  await signIn(page, email)
  const read = async (): Promise<Mine> => (await request.get(shop.url + apiRoutes.licencesMine)).json()
  const [on, ended] = (await read()).licences
  await turnOn(request, on?.key ?? '', 'OPERATOR-DESK')
  await turnOn(request, on?.key ?? '', 'talent-mini')
  const database = new DatabaseSync(join(shop.dataDir, 'site.db'), { timeout: 5000 })
  database
    .prepare('update licences set updates_until = ? where id = ?')
    .run('2026-09-20T13:59:59.999Z', ended?.id ?? '')
  database.prepare(`update orders set status = 'disputed' where id = ?`).run(disputed.order.id)
  database
    .prepare(
      `update licences set status = 'suspended', suspended_by = 'dispute'
      where order_line_id in (select id from order_lines where order_id = ?)`,
    )
    .run(disputed.order.id)
  database.close()
  await page.goto(shop.url + routes.licences)
  await page.getByRole('link', { name: 'Correct the buyer on the invoice' }).first().click()
  await page.getByRole('textbox', { name: 'Company' }).fill('Harbour Street Studio')
  await page.getByRole('button', { name: 'Correct the invoice' }).click()
  await page.locator('.Notice--ok').waitFor()
  await page.close()
  const { licences, orders } = await read()
  const licence = licences.find(({ machines }) => machines.length > 0)
  const [machine] = licence?.machines ?? []
  const [id, activationId] = [licence?.id ?? '', machine?.id ?? '']
  const waiting = orders.find(({ status }) => status === 'pending')?.id ?? ''
  const corrected = orders.find(({ documents }) => documents.length > 1)?.id ?? ''

  const at =
    (path: string): Open =>
    async (opened) => {
      await opened.goto(shop.url + path)
      await hydrated(opened)
    }
  const signedOut =
    (open: Open): Open =>
    async (opened) => {
      await opened.context().clearCookies()
      await open(opened)
    }
  const done = (act: string, of: string) =>
    at(`${routes.licences}?${new URLSearchParams({ done: act, id: of })}`)
  /** The button on the page of an expired link. */
  const spent =
    (path: string, button: string): Open =>
    async (opened) => {
      await at(`${path}token=nothing`)(opened)
      await opened.getByRole('button', { name: button }).click()
      await opened.getByRole('heading', { name: 'This link is spent.' }).waitFor()
      await hydrated(opened)
    }
  return {
    licencesSignIn: signedOut(at(routes.licences)),
    licencesSent: signedOut(at(routes.licencesSent)),
    licencesOpen: signedOut(at(`${routes.licencesOpen}?token=nothing`)),
    licencesSpent: signedOut(spent(`${routes.licencesOpen}?`, 'Open your licences')),
    licencesMine: at(routes.licences),
    async licencesKeyShown(opened) {
      await at(routes.licences)(opened)
      await card(opened)
        .getByRole('button', { name: /Show the key/ })
        .click()
    },
    licencesReleased: done('release', id),
    licencesKeyReplaced: done('replace-key', id),
    licencesMoveBegun: done('move', id),
    licencesCorrected: done('buyer', corrected),
    licencesUncorrected: done('buyer-unchanged', corrected),
    licencesCancelled: done('cancel', waiting),
    licencesErasureAsked: done('erasure', 'data'),
    licencesRelease: at(licenceActRoute('release', id, { activationId })),
    licencesReplaceKey: at(licenceActRoute('replace-key', id)),
    licencesMove: at(licenceActRoute('move', id)),
    licencesBuyer: at(licenceActRoute('buyer', corrected)),
    async licencesBuyerWrong(opened) {
      await at(licenceActRoute('buyer', corrected))(opened)
      await opened.getByRole('textbox', { name: 'ABN' }).fill('00 000 000 001')
      await opened.getByRole('button', { name: 'Correct the invoice' }).click()
      await opened.locator('.Field-error').waitFor()
      await hydrated(opened)
    },
    licencesPay: at(licenceActRoute('pay', waiting)),
    licencesCancel: at(licenceActRoute('cancel', waiting)),
    licencesErasure: at(licenceActRoute('erasure', 'data')),
    licencesNothing: at(licenceActRoute('move', 'lic_none')),
    licencesSignedOut: signedOut(at(licenceActRoute('move', id))),
    licencesMoveAccept: signedOut(at(`${routes.licencesMove}?step=accept&token=nothing`)),
    licencesMoveConfirm: signedOut(at(`${routes.licencesMove}?step=confirm&token=nothing`)),
    licencesMoveUndo: signedOut(at(`${routes.licencesMove}?step=undo&token=nothing`)),
    licencesMoveSpent: signedOut(spent(`${routes.licencesMove}?step=accept&`, 'Accept the licence')),
  }
}
