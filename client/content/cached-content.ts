import type { ContentFetch } from '#shared/content/content-query-builder.ts'

/** The lifetime of an answer, in milliseconds. */
const maxAgeMs = 30_000

/** Caches answers, so that prefetched ones are used. Failures aren't cached. */
export function cachedContent(fetch: ContentFetch, now: () => number = Date.now): ContentFetch {
  const answers = new Map<string, { at: number; answer: Promise<unknown> }>()
  return (path, query) => {
    const key = `${path} ${JSON.stringify(query)}`
    for (const [old, { at }] of answers) if (now() - at > maxAgeMs) answers.delete(old)
    const known = answers.get(key)
    if (known) return known.answer
    const answer = fetch(path, query)
    answers.set(key, { at: now(), answer })
    answer.catch(() => answers.delete(key))
    return answer
  }
}
