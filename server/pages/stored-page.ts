import { createHash } from 'node:crypto'
import { etagIn } from '../compress.ts'
import type { Encoding } from '../middleware/accepted-encodings.ts'
import type { MadeHead } from './made-head.ts'

/** A whole page as it goes out, in each coding that has been made of it. */
export type StoredPage = {
  /** What it was made from. */
  revision: string
  /** Until when it is fresh, as `Date` counts; or when its renewal may be tried again. */
  freshUntil: number
  headers: readonly string[]
  codings: { identity: Coded } & Partial<Record<Encoding, Coded>>
}

/**
 * Headers are flat lists of names and values, as `writeHead` takes them without further work. The body is text of one byte
 * a character (`latin1`): Node joins such a text to the head and hands both to the kernel in one piece.
 */
export type Coded = {
  body: string
  etag: string
  headers: string[]
  notModified: string[]
  madeHead?: MadeHead
}

type Parts = { bytes: Buffer; headers: readonly string[]; revision: string; freshUntil: number }

export function createStoredPage({ bytes, headers, revision, freshUntil }: Parts): StoredPage {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return {
    revision,
    freshUntil,
    headers,
    codings: { identity: coded('identity', bytes, `"${hash}"`, headers) },
  }
}

/** The same page with one more coding. */
export function withCoding(page: StoredPage, encoding: Encoding, bytes: Buffer): StoredPage {
  const etag = etagIn(encoding, page.codings.identity.etag)
  return { ...page, codings: { ...page.codings, [encoding]: coded(encoding, bytes, etag, page.headers) } }
}

/** The memory that a page takes, about: its bytes, and the headers that stand beside each coding. */
export function sizeOf({ headers, codings }: StoredPage): number {
  const headerBytes = headers.reduce((sum, text) => sum + text.length, 0)
  return Object.values(codings).reduce((sum, { body }) => sum + body.length + 500, headerBytes + 500)
}

function coded(encoding: Encoding, bytes: Buffer, etag: string, headers: readonly string[]): Coded {
  const notModified = [...headers, 'ETag', etag]
  const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  return {
    body: bytes.toString('latin1'),
    etag,
    headers: [...notModified, ...encoded, 'Content-Length', String(bytes.length)],
    notModified: withoutContentType(notModified),
  }
}

function withoutContentType(headers: string[]): string[] {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type')
  return at === -1 ? headers : headers.toSpliced(at, 2)
}
