import type { z } from 'zod'
import type { issueSchema } from '#shared/desk/requests/licences.ts'
import type { ShopContext } from '../../context.ts'
import { grantLicence, grantOf } from '../../licences/licensing/new-licence.ts'
import { momentOf } from '../../runtime/moment.ts'
import { invalid } from '../../web/http/parse.ts'
import type { Acting } from '../act-once.ts'

/** @throws AppError 422 `sku_unknown` */
export async function issueByHand(
  ctx: ShopContext,
  { sku, reason, ...wanted }: z.output<typeof issueSchema>,
  by: Acting,
): Promise<void> {
  const { site, pricing } = ctx.library.typed
  const product = pricing.products.find((each) => each.sku === sku)
  if (!product) {
    const detail = `There is no product ${sku}.`
    throw invalid([{ pointer: '/sku', code: 'sku_unknown', detail }], 'sku_unknown')
  }
  const issuing = { keyring: ctx.keyring, site, pricing, ...momentOf(ctx) }
  const grant = grantOf(product, wanted, issuing)
  await grantLicence(ctx.database.db, grant, issuing, { isMailed: true, by: { ...by, reason } })
  ctx.outbox.nudge()
}
