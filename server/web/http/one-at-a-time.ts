import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Proxies pipeline fewer requests. Each takes about 4 KB while it waits. */
const waitingMax = 100

/**
 * Renders pipelined requests (RFC 9112, 9.3.2) one by one, so that a client that doesn't read costs one page.
 */
export function oneAtATime(app: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, RequestListener>()
  return (req, res) => {
    const { socket } = req
    let queue = queues.get(socket)
    if (!queue) {
      queue = createQueue(socket, app)
      queues.set(socket, queue)
    }
    queue(req, res)
  }
}

function createQueue(socket: Socket, app: RequestListener): RequestListener {
  const waiting: [IncomingMessage, ServerResponse][] = []
  let underWay: ServerResponse | undefined
  socket.on('resume', () => {
    if (waiting.length > 0) socket.pause()
  })

  return (req, res) => {
    const isFree = waiting.length === 0 && (!underWay || underWay.writableFinished)
    if (isFree) return begin(req, res)
    // Closing gracefully would let a slow reader keep all these requests in memory.
    if (waiting.length === waitingMax) return void socket.destroy()
    if (waiting.length === 0) underWay?.once('close', beginNext)
    waiting.push([req, res])
    socket.pause()
  }

  function begin(req: IncomingMessage, res: ServerResponse): void {
    underWay = res
    app(req, res)
  }

  /** Yields to the event loop, so that other connections are served in between. */
  function beginNext(): void {
    setImmediate(() => {
      const [next] = waiting.splice(0, 1)
      if (!next || !socket.writable) return
      const [req, res] = next
      if (waiting.length > 0) res.once('close', beginNext)
      else socket.resume()
      begin(req, res)
    })
  }
}
