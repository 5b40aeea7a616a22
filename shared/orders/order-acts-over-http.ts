import type { HttpClient } from '../http/http-client.ts'
import { apiRoutes } from '../routes/api-routes.ts'
import type { OrderAct } from './orders.ts'

export function orderActOverHttp(http: HttpClient) {
  return async (act: OrderAct, id: string, body: object, headers?: Record<string, string>): Promise<void> => {
    await http.post(orderActRoutes[act](id), body, headers)
  }
}

export const orderActRoutes: Record<OrderAct, (id: string) => string> = {
  pay: apiRoutes.payByCard,
  cancel: apiRoutes.cancelUnpaid,
  resend: apiRoutes.resend,
  account: apiRoutes.refundAccount,
}
