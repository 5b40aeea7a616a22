import { remoteRoutes } from '#shared/routes/remote-routes.ts'
import { type Pairing, seal, unseal } from './pairing.ts'
import type { Channel, RemoteMessage } from './remote-messages.ts'

export type Seat = 'glass' | 'phone'

/** `lost` reconnects automatically; `taken` and `over` are final. */
export type Line = 'connecting' | 'open' | 'lost' | 'taken' | 'over'

const retryMs = 2000

/** Keeps requests below the server's size limit. */
const batchMax = 20
const otherSeat = { glass: 'phone', phone: 'glass' } as const

type Options = { apiBaseUrl: string; onLine(line: Line): void }

/** A channel to the other device of the room. The server relays it but can't decrypt it. */
export function openRelay({ room, key }: Pairing, seat: Seat, { apiBaseUrl, onLine }: Options): Channel {
  const address = apiBaseUrl + remoteRoutes.room(room)
  const listening = `${address}?seat=${seat}`
  const waiting: RemoteMessage[] = []
  let sending = false
  let closed = false
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // Decrypted one after another, because a later message could otherwise be ready first.
  let heard = Promise.resolve()
  let hear: (data: unknown) => void = () => {}
  connect()
  return {
    listen: (listener) => {
      hear = listener
    },
    post,
    close,
  }

  function connect() {
    if (closed) return
    source = new EventSource(listening)
    source.onopen = () => onLine('open')
    source.onmessage = ({ data }) => {
      heard = heard.then(() => open(data)).catch(() => {})
    }
    source.onerror = () => {
      onLine('lost')
      // The browser reconnects automatically, except after a refusal.
      if (source?.readyState === EventSource.CLOSED) retry()
    }
    for (const last of ['taken', 'over'] as const) source.addEventListener(last, () => end(last))
  }

  async function retry() {
    const status = await fetch(listening, { method: 'HEAD' }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 404) end('over')
    else timer = setTimeout(connect, retryMs)
  }

  function end(last: Line) {
    if (closed) return
    close()
    onLine(last)
  }

  async function open(text: string) {
    const messages = await unseal(key, otherSeat[seat], text)
    if (Array.isArray(messages)) for (const message of messages) hear(message)
  }

  /** Sends messages in order, one request at a time. A new state replaces one that still waits. */
  function post(message: RemoteMessage) {
    if (closed) return
    const last = waiting.at(-1)
    if (last?.kind === message.kind && message.kind !== 'command') waiting.pop()
    waiting.push(message)
    if (!sending) send()
  }

  async function send() {
    sending = true
    while (waiting.length > 0) {
      const text = await seal(key, seat, waiting.splice(0, batchMax))
      const body = JSON.stringify({ seat, text })
      // A lost message needs no retry, because the phone asks for the state every second.
      await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        keepalive: true,
      }).catch(() => {})
    }
    sending = false
  }

  function close() {
    closed = true
    clearTimeout(timer)
    source?.close()
    source = null
  }
}
