import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const connections = 10

/** Parses little, because it shares the machine with the server. @returns milliseconds per answer @throws Error unless all are 200 */
export async function load(port: number, request: string, milliseconds: number): Promise<number[]> {
  const end = performance.now() + milliseconds
  const rounds = Array.from({ length: connections }, async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    const latencies = await repeat(socket, request, end)
    socket.destroy()
    return latencies
  })
  return (await Promise.all(rounds)).flat()
}

/** Adds the Content-Length. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const all = { Host: 'localhost', 'Content-Length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function repeat(socket: Socket, request: string, end: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = []
    let received = 0
    let length = 0
    let sent = 0
    const send = () => {
      received = 0
      sent = performance.now()
      socket.write(request)
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (chunk: Buffer) => {
      if (received === 0) length = answerLength(chunk)
      received += chunk.length
      const whole = length > 0 ? received >= length : chunk.subarray(-5).equals(lastChunk)
      if (!whole) return
      const now = performance.now()
      latencies.push(now - sent)
      if (now < end) send()
      else resolve(latencies)
    })
    send()
  })
}

const lastChunk = Buffer.from('0\r\n\r\n')

/** Head and body together; 0 for a chunked answer, which ends with an empty chunk. */
function answerLength(start: Buffer): number {
  const headEnd = start.indexOf('\r\n\r\n') + 4
  const head = start.toString('latin1', 0, headEnd)
  if (headEnd < 4 || !head.startsWith('HTTP/1.1 200'))
    throw new Error(`unexpected answer: ${head.slice(0, 80)}`)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  return length === undefined ? 0 : headEnd + Number(length)
}
