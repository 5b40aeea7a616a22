import type { Services } from '../../services.ts'
import { accessOf, type Visit } from '../../web/http/link-access.ts'

/** Asks the API when this process serves the web tier alone. */
export async function tokenOpens(
  { order }: Pick<Services, 'order'>,
  req: Visit,
  orderId: string,
  token: string,
): Promise<boolean> {
  return (await order(orderId, { ...accessOf(req), authorization: `Bearer ${token}` })) !== null
}
