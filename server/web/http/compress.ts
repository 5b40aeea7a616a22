import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { Encoding } from './accepted-encodings.ts'

export type Compression = Exclude<Encoding, 'identity'>

/** For a page, `most` takes about 50 ms on another thread, and `quick` a tenth of that. */
type Effort = 'most' | 'quick'

const quality = {
  br: { most: constants.BROTLI_MAX_QUALITY, quick: 5 },
  gzip: { most: 9, quick: 6 },
} as const

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

export function compressing(coding: Compression): NodeJS.ReadWriteStream {
  if (coding === 'gzip') return createGzip({ level: quality.gzip.quick })
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality.br.quick,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
}

/** Encodings differ in bytes, so each needs its own ETag (RFC 9110, 8.8.3.3). */
export function etagIn(encoding: Encoding, etag: string): string {
  return encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
}
