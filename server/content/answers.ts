import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Compression } from '../web/http/compress.ts'
import { badQuery } from './query/bad-query.ts'
import type { QueryAnswer } from './query/run-query.ts'
import { readBody, readQueryString } from './read-request.ts'
import type { ContentStore } from './store.ts'

/** Part of the cache key, because the same text may mean different queries. */
type Syntax = 'body' | 'queryString'
const readers = { body: readBody, queryString: readQueryString }

export type SerialisedAnswer = {
  etag: string
  length: number
  total?: number
  /** Null if the answer is too long to keep. */
  bytes: Buffer | null
  coded: Partial<Record<Compression, Promise<Buffer>>>
  parts(): AsyncIterable<string>
}

/** Exceeds the content of any known Nuxt Content 1 site. */
const lengthMax = 64 * 1024 * 1024
/** A longer answer is produced twice: first for its length and hash, then for sending. */
const keptLengthMax = 2 * 1024 * 1024
const cacheLengthMax = 32 * 1024 * 1024

/** Keeps recent answers until the content changes. @returns a function that rejects with ContentQueryError */
export function createAnswers(content: ContentStore) {
  let revision = content.revision
  const known = new LRUCache<string, SerialisedAnswer>({
    maxSize: cacheLengthMax,
    sizeCalculation: ({ bytes }, key) => 2 * (bytes?.length ?? 0) + 2 * key.length + 500,
  })
  const pending = new Map<string, Promise<SerialisedAnswer>>()
  return async (path: string, source: string, syntax: Syntax): Promise<SerialisedAnswer> => {
    if (content.revision !== revision) {
      known.clear()
      pending.clear()
      revision = content.revision
    }
    // The length separates the parts, because both may contain any character.
    const key = `${syntax} ${path.length} ${path}${source}`
    return known.get(key) ?? pending.get(key) ?? begin(key, path, readers[syntax](source))
  }

  function begin(key: string, path: string, query: unknown): Promise<SerialisedAnswer> {
    const asked = revision
    const made = content.find(path, query).then(serialise)
    pending.set(key, made)
    made
      .then((answer) => asked === revision && answer.bytes && known.set(key, answer))
      .catch(() => {})
      .finally(() => pending.get(key) === made && pending.delete(key))
    return made
  }
}

async function serialise(found: QueryAnswer): Promise<SerialisedAnswer> {
  const hash = createHash('sha1')
  const kept: Buffer[] = []
  let length = 0
  for await (const part of found.json()) {
    const bytes = Buffer.from(part)
    hash.update(bytes)
    length += bytes.length
    if (length > lengthMax) {
      throw badQuery(
        `the answer is longer than ${lengthMax / 1024 / 1024} MB; ask for fewer fields with only or without, or for fewer documents with limit`,
      )
    }
    if (length <= keptLengthMax) kept.push(bytes)
  }
  return {
    etag: `"${length.toString(16)}-${hash.digest('base64url')}"`,
    length,
    ...(found.total !== undefined && { total: found.total }),
    bytes: length <= keptLengthMax ? Buffer.concat(kept) : null,
    coded: {},
    parts: () => found.json(),
  }
}
