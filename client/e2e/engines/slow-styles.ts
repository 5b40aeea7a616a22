import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startShop } from '../shop-site.ts'

const delayMs = 1000

/** Starts a shop whose sheets arrive long after their scripts. */
export async function startShopOfSlowStyles(): Promise<{ url: string; close(): Promise<void> }> {
  let site = ''
  const server = createServer((asked, answer) => {
    const isSheet = asked.url?.endsWith('.css')
    setTimeout(() => pass(site, asked, answer), isSheet ? delayMs : 0)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const shop = await startShop({ SITE_URL: url })
  site = shop.url
  return {
    url,
    async close() {
      server.closeAllConnections()
      server.close()
      await shop.close()
    },
  }
}

function pass(site: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = asked
  const onward = request(new URL(asked.url ?? '/', site), { method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}
