import type { ContentFetch } from '#shared/content/content-query-builder.ts'

/** Milliseconds that a prefetched answer stays valid. */
const maxAgeMs = 30_000

/** Sends a repeated query once, so that prefetched answers are used. Failures aren't kept. */
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
