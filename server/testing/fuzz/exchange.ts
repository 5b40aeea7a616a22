import { connect } from 'node:net'
import type { Flight, FuzzRequest } from './generate-request.ts'

export type FuzzAnswer = {
  status: number
  /** Without parameters; empty if absent. */
  type: string
  text: string
  /** The answer carries `Connection: close`. */
  closes: boolean
}

/** Milliseconds after which an answer counts as hanging. */
const patience = 10_000

/** Writes raw bytes, because HTTP clients refuse such requests. @returns fewer answers if the connection closed @throws Error on a hang */
export function exchange(address: string, flight: Flight): Promise<FuzzAnswer[]> {
  const { hostname, port } = new URL(address)
  const answers: FuzzAnswer[] = []
  let unread: Buffer = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const finish = () => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(patience, () => {
      socket.destroy()
      reject(new Error(`no answer within ${patience} ms`))
    })
    // A connection that is closed while we send ends with an error.
    socket.on('error', finish).on('close', finish)
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk])
      for (let next = flight[answers.length]; next; next = flight[answers.length]) {
        const read = readAnswer(unread, next.method)
        if (!read) return
        answers.push(read.answer)
        unread = read.rest
      }
      finish()
    })
    socket.write(flight.map(toText).join(''), 'latin1')
  })
}

function toText({ method, path, headers, lines, body }: FuzzRequest): string {
  const bytes = body === null ? '' : Buffer.from(body).toString('latin1')
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const length = body === null ? [] : [`Content-Length: ${bytes.length}`]
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...named, ...length, ...lines, '', bytes].join(
    '\r\n',
  )
}

/** Null until a whole answer has arrived. */
function readAnswer(bytes: Buffer, method: string): { answer: FuzzAnswer; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]))
  const status = Number(first.split(' ')[1])
  const after = bytes.subarray(end + 4)
  if (status < 200) return readAnswer(after, method)
  const body = hasNoBody(status, method) ? { text: '', rest: after } : readBody(after, headers)
  if (!body) return null
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const closes = headers.get('connection') === 'close'
  return { answer: { status, type, text: body.text, closes }, rest: body.rest }
}

function hasNoBody(status: number, method: string): boolean {
  return method === 'HEAD' || status === 204 || status === 304
}

function readBody(bytes: Buffer, headers: Headers): { text: string; rest: Buffer } | null {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes)
  const length = Number(headers.get('content-length') ?? 0)
  if (bytes.length < length) return null
  return { text: bytes.toString('utf8', 0, length), rest: bytes.subarray(length) }
}

function readChunks(bytes: Buffer): { text: string; rest: Buffer } | null {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    if (bytes.length < start + length + 2) return null
    at = start + length + 2
    if (length === 0) return { text: Buffer.concat(chunks).toString(), rest: bytes.subarray(at) }
    chunks.push(bytes.subarray(start, start + length))
  }
}
