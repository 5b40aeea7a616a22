import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { hasBody } from './parse-body.ts'

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Answers 408 to a body that takes longer; Node's `requestTimeout` can't differ between requests.
 * @param ms milliseconds
 */
export function limitBodyTime(app: RequestListener, ms: number): RequestListener {
  return (req, res) => {
    if (hasBody(req.headers)) {
      const deadline = setTimeout(() => cutOff(req, res), ms)
      deadlines.set(req, deadline)
      req.once('close', () => clearTimeout(deadline))
    }
    app(req, res)
  }
}

/** Lifts the limit for uploads by people whose role was checked. */
export function allowLongBody(req: IncomingMessage): void {
  clearTimeout(deadlines.get(req))
}

/** Closes like Node's own timeout. Requests are served one by one, so no other answer is under way. */
function cutOff({ complete, socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (complete) return
  if (!headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroySoon()
}
