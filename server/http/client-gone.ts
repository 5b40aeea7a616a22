import type { ServerResponse } from 'node:http'

/** @returns a signal that aborts once the client has left, or has its answer */
export function clientGone(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (res.destroyed) gone.abort()
  res.once('close', () => gone.abort())
  return gone.signal
}
