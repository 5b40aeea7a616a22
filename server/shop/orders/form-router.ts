import { Router } from 'express'
import { isOrderAct, type OrderAct } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { formMethods, toAppError } from '../../web/http/errors.ts'
import { failedPage } from '../../web/http/failed-page.ts'
import { type FormContext, sendRefusal } from '../../web/http/form-page.ts'
import { accessOf } from '../../web/http/link-access.ts'
import { parseForm } from '../../web/http/parse-body.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'
import { limitRefusals } from '../../web/middleware/rate-limit.ts'

/** Serves the forms of an order's page without script. Forms without an act go to the next router. */
export function createRouter(ctx: FormContext): Router {
  const { services, rateLimits } = ctx
  const router = Router()
  router.all('/', formMethods)
  router.post('/', privateHeaders, limitRefusals(rateLimits.refusals), parseForm, async (req, res, next) => {
    const { order, act, ...fields } = Object(req.body) as Record<string, unknown>
    if (!isOrderAct(act)) return next()
    const id = String(order)
    await rateLimits.general.take(req, res)
    try {
      await services.orderAct(act, id, accessOf(req), fields)
      res.redirect(303, addressAfter[act](id))
    } catch (error) {
      // The order has changed since the page was loaded; the reloaded page shows how.
      if (toAppError(error).status === 409) return res.redirect(303, routes.completedOrder(id))
      await sendRefusal(ctx, res, routes.completedOrder(id), { error, values: typedIn(fields), act })
    }
  })
  router.use(failedPage(ctx.log))
  return router
}

/**
 * The content security policy forbids forms to redirect to the payment page, so the order's page links to it.
 */
const addressAfter: Record<OrderAct, (id: string) => string> = {
  pay: routes.completedOrder,
  cancel: routes.completedOrder,
  resend: (id) => `${routes.completedOrder(id)}&done=resend`,
  account: routes.completedOrder,
}

/** Values to show in the form again. */
function typedIn(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
