import { createHash } from 'node:crypto'
import type { Encoding } from '../http/accepted-encodings.ts'
import { etagIn } from '../http/compress.ts'
import type { PageHeaders } from './page-headers.ts'

export type StoredPage = {
  revision: string
  /** Epoch milliseconds. After a failed renewal, the time of the next try. */
  freshUntil: number
  headers: PageHeaders
  encodings: { identity: EncodedPage } & Partial<Record<Encoding, EncodedPage>>
}

/** Headers are flat lists of names and values, as `writeHead` takes them. */
export type EncodedPage = {
  body: Buffer
  etag: string
  headers: readonly string[]
  notModified: readonly string[]
}

export function createStoredPage(body: Buffer, page: Omit<StoredPage, 'encodings'>): StoredPage {
  const hash = createHash('sha256')
    .update(body)
    .update([...page.headers].join())
  const etag = `"${hash.digest('base64url').slice(0, 27)}"`
  return { ...page, encodings: { identity: encodedPage('identity', body, etag, page.headers) } }
}

export function withEncoding(page: StoredPage, encoding: Encoding, body: Buffer): StoredPage {
  const etag = etagIn(encoding, page.encodings.identity.etag)
  const encoded = encodedPage(encoding, body, etag, page.headers)
  return { ...page, encodings: { ...page.encodings, [encoding]: encoded } }
}

/** An estimate in bytes, headers included. */
export function sizeOf({ encodings }: StoredPage): number {
  const sizes = Object.values(encodings).map(({ body, headers }) => body.length + headers.join().length)
  return sizes.reduce((sum, size) => sum + size, 1_000)
}

function encodedPage(encoding: Encoding, body: Buffer, etag: string, page: PageHeaders): EncodedPage {
  const ofEither = [...page, ['ETag', etag]]
  const ofBody = [['Content-Length', String(body.length)]]
  if (encoding !== 'identity') ofBody.push(['Content-Encoding', encoding])
  const notModified = ofEither.filter(([name]) => name !== 'Content-Type').flat()
  return { body, etag, headers: [...ofEither, ...ofBody].flat(), notModified }
}
