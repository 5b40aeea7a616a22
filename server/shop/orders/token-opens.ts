import { type Asked, accessOf } from '../../people/link-access/access.ts'
import type { Services } from '../../services.ts'

/** Asks the API when this process serves the web tier alone. */
export async function tokenOpens(
  { order }: Pick<Services, 'order'>,
  req: Asked,
  orderId: string,
  token: string,
): Promise<boolean> {
  return (await order(orderId, { ...accessOf(req), authorization: `Bearer ${token}` })) !== null
}
