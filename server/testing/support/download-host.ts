import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type DownloadHost = {
  origin: string
  /** By path: "/App-1.0.0.exe". */
  files: Map<string, Buffer>
  asked: { path: string; status: number; bytes: number; headers: NodeJS.Dict<string | string[]> }[]
  close(): void
}

/** Serves files and single ranges as storage does: a request with an Authorization header is refused, as S3 refuses it. */
export async function startDownloadHost(): Promise<DownloadHost> {
  const files: DownloadHost['files'] = new Map()
  const asked: DownloadHost['asked'] = []
  const server = createServer(({ url = '', headers }, res) => {
    const path = new URL(url, 'http://host').pathname
    const { status, body, range } = answerTo(files.get(path), headers)
    asked.push({ path, status, bytes: body.length, headers })
    res
      .writeHead(status, { 'Content-Length': body.length, ...(range && { 'Content-Range': range }) })
      .end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    asked,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Answer = { status: number; body: Buffer; range?: string }

function answerTo(file: Buffer | undefined, headers: NodeJS.Dict<string | string[]>): Answer {
  if (headers.authorization) return { status: 400, body: Buffer.from('Unsupported Authorization Type') }
  if (!file) return { status: 404, body: Buffer.alloc(0) }
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range)) ?? []
  if (!start || !end) return { status: 200, body: file }
  return {
    status: 206,
    body: file.subarray(Number(start), Number(end) + 1),
    range: `bytes ${start}-${end}/${file.length}`,
  }
}
