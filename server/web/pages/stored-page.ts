import { createHash } from 'node:crypto'
import type { Encoding } from '../http/accepted-encodings.ts'
import { etagIn } from '../http/compress.ts'
import type { PageHeaders } from './page-headers.ts'
import type { RenderedPage } from './render.ts'

export type StoredPage = {
  revision: string
  /** Epoch milliseconds. After a failed renewal, the time of the next try. */
  freshUntil: number
  headers: PageHeaders
  encodings: { identity: EncodedPage } & Partial<Record<Encoding, EncodedPage>>
}

/** Headers are flat lists of names and values, as for `writeHead`. */
export type EncodedPage = {
  body: Buffer
  etag: string
  /** Identifies the page in every encoding. */
  weakEtag: string
  headers: readonly string[]
  notModified: readonly string[]
}

export function createStoredPage(body: Buffer, page: Omit<StoredPage, 'encodings'>): StoredPage {
  const etag = etagOf(body, page.headers)
  return { ...page, encodings: { identity: encodedPage('identity', body, etag, page.headers) } }
}

/** @returns null for an error, or a page with a missing or pending part */
export async function weakEtagOf({ status, headers, body, whole }: RenderedPage): Promise<string | null> {
  const bytes = body.bytes && status === 200 ? await whole : null
  return bytes && weaken(etagOf(bytes, headers))
}

function etagOf(body: Buffer, headers: PageHeaders): string {
  const hash = createHash('sha256')
    .update(body)
    .update([...headers].join())
  return `"${hash.digest('base64url').slice(0, 27)}"`
}

function weaken(etag: string): string {
  return `W/${etag}`
}

export function withEncoding(page: StoredPage, encoding: Encoding, body: Buffer): StoredPage {
  const encoded = encodedPage(encoding, body, page.encodings.identity.etag, page.headers)
  return { ...page, encodings: { ...page.encodings, [encoding]: encoded } }
}

/** Estimated bytes, including headers. */
export function sizeOf({ encodings }: StoredPage): number {
  const sizes = Object.values(encodings).map(({ body, headers }) => body.length + headers.join().length)
  return sizes.reduce((sum, size) => sum + size, 1_000)
}

/** @param ofPage the page's ETag without encoding */
function encodedPage(encoding: Encoding, body: Buffer, ofPage: string, page: PageHeaders): EncodedPage {
  const etag = etagIn(encoding, ofPage)
  const ofBody = [
    ['ETag', etag],
    ['Content-Length', String(body.length)],
  ]
  if (encoding !== 'identity') ofBody.push(['Content-Encoding', encoding])
  const notModified = [...page].filter(([name]) => name !== 'Content-Type').flat()
  return { body, etag, weakEtag: weaken(ofPage), headers: [...page, ...ofBody].flat(), notModified }
}
