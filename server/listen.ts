import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** @throws StartError when the address is taken, unknown or not ours to take. */
export function listen(app: RequestListener, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const server = createServer(app)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)))
    server.listen(port, host, () => resolve(server))
  })
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
