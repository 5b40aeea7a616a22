import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { Encoding } from './accepted-encodings.ts'

export type Compression = Exclude<Encoding, 'identity'>

/** `most` is as small as a coding gets, some fifty milliseconds of another thread for a page; `quick` a tenth of that. */
type Effort = 'most' | 'quick'

const quality = {
  br: { most: constants.BROTLI_MAX_QUALITY, quick: 5 },
  gzip: { most: 9, quick: 6 },
} as const

/** Compresses text in another thread. */
export function compress(bytes: Buffer, coding: Compression, effort: Effort): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(bytes, { level: quality.gzip[effort] })
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality.br[effort],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** Compresses a stream of text, quickly. */
export function compressing(coding: Compression): NodeJS.ReadWriteStream {
  if (coding === 'gzip') return createGzip({ level: quality.gzip.quick })
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality.br.quick,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
}

/** Codings are different bytes, so each has an ETag of its own (RFC 9110, 8.8.3.3): that of the plain bytes, and its name. */
export function etagIn(encoding: Encoding, etag: string): string {
  return encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
}
