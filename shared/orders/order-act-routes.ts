import { apiRoutes } from '../routes/api-routes.ts'
import type { OrderAct } from './orders.ts'

export const orderActRoutes: Record<OrderAct, (id: string) => string> = {
  pay: apiRoutes.payByCard,
  cancel: apiRoutes.cancelUnpaid,
  resend: apiRoutes.resend,
  account: apiRoutes.refundAccount,
}
