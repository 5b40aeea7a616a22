import type { APIRequestContext } from '@playwright/test'
import { deskApiRoutes, deskPages, deskRoutes } from '#shared/routes/desk-routes.ts'

/**
 * Finds an address for each page of the desk.
 * @param shop has a licence, a quote, a message, a mail and an added member of staff
 * @param order has been paid; it gets a company
 */
export async function findRooms(
  request: APIRequestContext,
  shop: { url: string },
  order: { number: string },
): Promise<string[]> {
  const post = (address: string, data: object | string, type = 'application/json') =>
    answerOf(request.post(shop.url + address, { data, headers: { Origin: shop.url, 'Content-Type': type } }))
  const first = async (address: string) => {
    const [list] = Object.values(await answerOf(request.get(shop.url + address)))
    return (list as Record<string, string>[])[0] ?? {}
  }
  await post(`${deskApiRoutes.order(order.number)}/buyer`, {
    name: 'Ada Byron',
    companyName: 'Engines',
    email: 'augusta.ada.king.countess@department-of-analysis.example.com',
  })
  await post(deskApiRoutes.codes, { code: 'CREW10', percent: 10 })
  const line = 'Date,Amount,Description\n2026-01-02,5.00,ODD\n2026-01-02,-1.00,FEE\n'
  const statement = await post(`${deskApiRoutes.statement}?newAccount=Kestrel`, line, 'text/csv')
  const imported = await post(deskApiRoutes.imports, 'Who,Mail\nZoe,zoe@b.example\n', 'text/csv')
  const { staff } = await answerOf(request.get(shop.url + deskApiRoutes.staff))
  const ids: Record<string, string | undefined> = {
    orders: order.number,
    customers: (await first(deskApiRoutes.customers)).email,
    quotes: (await first(deskApiRoutes.quotes)).id,
    licences: (await first(deskApiRoutes.licences)).id,
    imports: imported.import.id,
    statement: statement.id,
    codes: 'CREW10',
    releases: (await first(deskApiRoutes.releases)).version,
    messages: (await first(`${deskApiRoutes.messages}?state=answered`)).id,
    mails: (await first(deskApiRoutes.mails)).id,
    staff: staff.find(({ addedAt }: { addedAt: string | null }) => addedAt !== null)?.email,
    sessions: (await first(deskApiRoutes.sessions)).id,
    tokens: 'none',
  }
  return Object.values(deskPages).map((pattern) => {
    const [, , folder = '', ...rest] = pattern.split('/')
    if (pattern === deskPages.company) return deskRoutes.company('Engines')
    if (rest[0] !== ':id') return pattern
    const id = ids[folder]
    if (!id) throw new Error(`Nothing to show at ${pattern}`)
    // A final act shows its effect only after the first step.
    const asked = /refunds$|revoke$/.test(pattern) ? '?reason=Late' : ''
    return pattern.replace(':id', encodeURIComponent(id)) + asked
  })
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many rooms
type Answer = Record<string, any>

async function answerOf(asked: ReturnType<APIRequestContext['get']>): Promise<Answer> {
  const answer = await asked
  if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
