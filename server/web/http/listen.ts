import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { Config } from '../../config.ts'
import { StartError } from '../../runtime/start-error.ts'
import { limitBodyTime } from './body-timeout.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { originForm } from './origin-form.ts'

/** All times in milliseconds. */
const connectionLimits: ServerOptions & { timeout: number; bodyTimeout: number } = {
  headersTimeout: 10_000,
  /** Enough for 64 KiB over a slow mobile connection. */
  bodyTimeout: 30_000,
  /** Enough for the desk's largest file, 64 MiB, at 40 kB per second. */
  requestTimeout: 30 * 60_000,
  /** Load balancers usually keep idle connections for 60 s, and must be the ones to close them. */
  keepAliveTimeout: 75_000,
  /** Counts time without traffic, so it also ends clients that don't read. */
  timeout: 120_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16 * 1024,
}

/** @throws StartError if the address is taken, unknown or forbidden */
export function listen(
  app: RequestListener,
  { port, host }: Pick<Config, 'port' | 'host'>,
  limits: Partial<typeof connectionLimits> = {},
): Promise<Server> {
  const { timeout, bodyTimeout, ...options } = { ...connectionLimits, ...limits }
  const listener = oneAtATime(limitBodyTime(oneHost(originForm(app)), bodyTimeout))
  const server = createServer(options, listener).setTimeout(timeout)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)))
    server.listen({ port, host }, () => resolve(server))
  })
}

/** A server that listens on all addresses has no address of its own to open. */
export function addressOf({ port, host }: Pick<Config, 'port' | 'host'>): string {
  const { hostname } = new URL(`http://${isIPv6(host) ? `[${host}]` : host}`)
  const isEverywhere = hostname === '0.0.0.0' || hostname === '[::]'
  return `http://${isEverywhere ? 'localhost' : hostname}:${port}`
}

/**
 * Probes first, so that a taken address gives one message.
 * @returns the port, also if 0 requested a free one
 * @throws StartError
 */
export async function findPort(address: Pick<Config, 'port' | 'host'>): Promise<number> {
  const server = await listen(() => {}, address)
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program: stop it, or set PORT to a free one.`,
    EACCES: `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one it has, such as 0.0.0.0.`,
    ENOTFOUND: `HOST is set to ${host}, which is no address that can be looked up.`,
  }
  const reason = reasons[error.code ?? '']
  return reason ? new StartError(reason, { cause: error }) : error
}

/** Refuses a request with two `Host` lines, because a proxy may have used the other one (RFC 9112, 3.2). */
function oneHost(app: RequestListener): RequestListener {
  return (req, res) => {
    if (hasTwoHosts(req.rawHeaders)) res.writeHead(400, { Connection: 'close' }).end()
    else app(req, res)
  }
}

/** Reads `rawHeaders`, because `headersDistinct` builds a dictionary of all headers for each request. */
function hasTwoHosts(headers: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
