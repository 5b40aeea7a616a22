import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  get,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  address: string
  /** Lists the machine of each broken request. */
  broken: string[]
  close(): Promise<void>
}

const checkEveryMs = 100

/**
 * Hands requests to ready machines in turn. An untaken request goes to the next machine; a broken one gets a 502.
 * @param machines addresses
 */
export async function startBalancer(machines: readonly string[]): Promise<Balancer> {
  const ready = new Set(machines)
  const broken: string[] = []
  const checks = setInterval(() => machines.forEach(check), checkEveryMs)
  let turn = 0
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray())
    let refused: string | undefined
    for (const machine of [...machines, ...machines]) {
      const chosen = next(refused) ?? machine
      if (await pass(chosen, req, body, res)) return
      refused = chosen
    }
    res.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken,
    async close() {
      clearInterval(checks)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  /** Other requests move the turn on, so it alone could come to one dead machine again and again. */
  function next(refused: string | undefined): string | undefined {
    const choice = machines.filter((machine) => ready.has(machine) && machine !== refused)
    turn += 1
    return choice[turn % choice.length]
  }

  function check(machine: string): void {
    const answered = (isReady: boolean) => (isReady ? ready.add(machine) : ready.delete(machine))
    get(`${machine}/readyz`, { agent: false }, (answer) => {
      answer.resume()
      answered(answer.statusCode === 200)
    }).on('error', () => answered(false))
  }

  /** @returns whether the machine took the request */
  async function pass(
    machine: string,
    req: IncomingMessage,
    body: Buffer,
    res: ServerResponse,
  ): Promise<boolean> {
    const { method, headers, url = '' } = req
    const sent: ClientRequest = request(machine + url, { method, headers, agent: false })
    sent.end(body)
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const {
        connection: _connection,
        'keep-alive': _time,
        'transfer-encoding': _coding,
        ...kept
      } = answer.headers
      const bytes = Buffer.concat(await answer.toArray())
      res.writeHead(answer.statusCode ?? 502, kept).end(bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false
      broken.push(machine)
      res.writeHead(502).end()
    }
    return true
  }
}
