import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Compression = 'br' | 'gzip'

/** `most` is as small as a coding gets, some fifty milliseconds of another thread for a page; `quick` a tenth of that. */
export type Effort = 'most' | 'quick'

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
