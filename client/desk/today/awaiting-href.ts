import { deskRoutes } from '#shared/routes/desk-routes.ts'

/** The orders that are invoiced and not paid. */
export const awaitingHref = deskRoutes.ordersLike({ status: 'pending', method: 'transfer' })
