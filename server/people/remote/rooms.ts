import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Bus, Note, Seat } from './bus.ts'

/** Proxies close connections that are silent for longer, usually for a minute. */
const beatMs = 20_000

/** Bytes that may be unread before a slow device is disconnected. */
const unreadMax = 64 * 1024

/** Maximum number of streams in this process, each about 20 KB. */
const streamsMax = 500

type Stream = { id: string; res: ServerResponse; isSeated: boolean; end(event?: string): void }

export type Rooms = ReturnType<typeof createRooms>

/**
 * Passes messages between the two devices of a room, without storing any.
 * @param makeBus receives the listener for notes
 */
export function createRooms(
  makeBus: (listener: { hear(note: Note): void; lose(): void }) => Bus,
  stopping: AbortSignal,
) {
  const streams = new Map<string, Stream>()
  let joined = 0
  const bus = makeBus({ hear, lose: endAll })
  stopping.addEventListener('abort', endAll)

  return {
    hasSpace: () => joined < streamsMax,

    /** Streams what the other device sends. A new device replaces an earlier one in its seat. */
    async join(room: string, seat: Seat, leftMs: number, res: ServerResponse): Promise<void> {
      joined++
      try {
        await bus.open()
        await stream(room, seat, leftMs, res)
      } finally {
        if (--joined === 0) await bus.close()
      }
    },

    /** @param text one line, encrypted by the devices */
    send: (room: string, from: Seat, text: string): Promise<void> =>
      bus.publish({ room, to: from === 'glass' ? 'phone' : 'glass', text }),

    async close(): Promise<void> {
      endAll()
      await bus.close()
    },
  }

  async function stream(room: string, seat: Seat, leftMs: number, res: ServerResponse): Promise<void> {
    const key = keyOf(room, seat)
    const id = randomUUID()
    const earlier = streams.get(key)
    streams.set(key, { id, res, isSeated: false, end })
    earlier?.end('taken')
    const beat = setInterval(() => res.write(':\n\n'), beatMs)
    const over = setTimeout(end, leftMs, 'over')
    const closed = new Promise<void>((resolve) => res.once('close', resolve))
    res.writeHead(200, headers).write('retry: 1000\n\n')
    if (stopping.aborted) end()
    else await bus.publish({ room, to: seat, takenBy: id }).catch(() => end())
    await closed
    clearInterval(beat)
    clearTimeout(over)
    if (streams.get(key)?.id === id) streams.delete(key)

    function end(event?: string) {
      res.end(event && `event: ${event}\ndata:\n\n`)
    }
  }

  function hear(note: Note) {
    const stream = streams.get(keyOf(note.room, note.to))
    if (!stream) return
    if ('text' in note) {
      stream.res.write(`data: ${note.text}\n\n`)
      if (stream.res.writableLength > unreadMax) stream.res.destroy()
    } else if (note.takenBy === stream.id) stream.isSeated = true
    // Notes about earlier devices may arrive after this one joined, but never after its own.
    else if (stream.isSeated) stream.end('taken')
  }

  function endAll() {
    for (const { end } of streams.values()) end()
  }
}

const headers = {
  'Content-Type': 'text/event-stream',
  // Keeps compression and proxies from delaying messages.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

function keyOf(room: string, seat: Seat): string {
  return `${room} ${seat}`
}
