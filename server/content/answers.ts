import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Compression, compress, etagIn } from '../compress.ts'
import type { Encoding } from '../middleware/accepted-encodings.ts'
import { readBody, readQueryString } from './read-request.ts'
import type { ContentStore } from './store.ts'

/** How the text of a query is written: the same text may be a query in one way and none in the other. */
type Syntax = 'body' | 'queryString'
const readers = { body: readBody, queryString: readQueryString }

/** The answer to a query as it goes out. */
export type SerialisedAnswer = {
  json: Buffer
  etag: string
  total?: number
  /** The same bytes in a coding, made when it is first asked for. */
  smaller: Partial<Record<Compression, Promise<Buffer>>>
}

/** Below it there is little to be saved. */
const compressedFrom = 1024

const cacheBytesMax = 32 * 1024 * 1024
const entryBytesMax = 2 * 1024 * 1024

/**
 * Answers queries in bytes, keeping recent answers until the content changes. What several ask for at once is made once.
 * @returns a function of the path, the query as text, and how to read that text; it rejects with ContentQueryError.
 */
export function createAnswers(content: ContentStore) {
  let revision = content.revision
  const known = new LRUCache<string, SerialisedAnswer>({
    maxSize: cacheBytesMax,
    maxEntrySize: entryBytesMax,
    sizeCalculation: ({ json }, key) => 2 * json.length + 2 * key.length + 500,
  })
  const pending = new Map<string, Promise<SerialisedAnswer>>()
  return async (path: string, source: string, syntax: Syntax): Promise<SerialisedAnswer> => {
    if (content.revision !== revision) {
      known.clear()
      pending.clear()
      revision = content.revision
    }
    // The length, as either part may hold any character.
    const key = `${syntax} ${path.length} ${path}${source}`
    return known.get(key) ?? pending.get(key) ?? begin(key, path, readers[syntax](source))
  }

  function begin(key: string, path: string, query: unknown): Promise<SerialisedAnswer> {
    const asked = revision
    const made = content.queryJson(path, query).then(encode)
    pending.set(key, made)
    made
      .then((answer) => asked === revision && known.set(key, answer))
      .catch(() => {})
      .finally(() => pending.get(key) === made && pending.delete(key))
    return made
  }
}

/** The bytes of an answer and their ETag, in the first of these codings that pays. */
export async function inCoding(
  { json, etag, smaller }: SerialisedAnswer,
  accepted: readonly Encoding[],
): Promise<{ encoding: Encoding; bytes: Buffer; etag: string }> {
  const [encoding = 'identity'] = json.length < compressedFrom ? [] : accepted
  if (encoding === 'identity') return { encoding, bytes: json, etag }
  smaller[encoding] ??= compress(json, encoding, 'quick')
  try {
    return { encoding, bytes: await smaller[encoding], etag: etagIn(encoding, etag) }
  } catch {
    // For want of memory, say: the next one tries again.
    delete smaller[encoding]
    return { encoding: 'identity', bytes: json, etag }
  }
}

function encode({ json: text, total }: { json: string; total?: number }): SerialisedAnswer {
  const json = Buffer.from(text)
  const hash = createHash('sha1').update(json).digest('base64url')
  return { json, total, smaller: {}, etag: `"${json.length.toString(16)}-${hash}"` }
}
