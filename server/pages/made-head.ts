import type { IncomingMessage, ServerResponse } from 'node:http'

/** The head of an answer as Node made it, and the second in which it did: its `Date` is that one, or the one before. */
export type MadeHead = { text: string; second: number }

type Made = { headers: string[]; madeHead?: MadeHead }

/** Where Node keeps a head that it has made and not sent. Documented nowhere, and read by Express since its beginnings. */
type WithHead = ServerResponse & { _header?: string | null }

/**
 * Writes a head of status 200. Node checks every header of every answer, and joins them anew, which costs as much as all
 * else of sending a stored page: what it made is used again for the rest of the second, for all whose heads are the same.
 * @param made keeps the head between answers
 * @param now as `Date` counts
 */
export function writeMadeHead(req: IncomingMessage, res: WithHead, made: Made, now: number): void {
  const second = Math.floor(now / 1_000)
  const { madeHead, headers } = made
  if (!isPlain(req, res)) res.writeHead(200, headers)
  else if (madeHead?.second === second) res._header = madeHead.text
  else {
    res.writeHead(200, headers)
    if (res._header) made.madeHead = { text: res._header, second }
  }
}

/** Whatever else is asked for in such a request, Node would write it the same head. */
function isPlain(
  { method, httpVersion, headers: { expect } }: IncomingMessage,
  res: ServerResponse,
): boolean {
  return method === 'GET' && httpVersion === '1.1' && expect === undefined && res.shouldKeepAlive
}
