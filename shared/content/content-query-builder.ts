import type { ContentQuery } from './content-query.ts'

export type ContentFetch = (path: string, query: ContentQuery) => Promise<unknown>

type Options = Pick<ContentQuery, 'deep' | 'text'>
type Direction = 'asc' | 'desc'

type ContentQueryBuilder = {
  only(keys: string | string[]): ContentQueryBuilder
  without(keys: string | string[]): ContentQueryBuilder
  sortBy(field: string, direction?: Direction): ContentQueryBuilder
  where(query: Record<string, unknown>): ContentQueryBuilder
  /** Searches all fields, or one: `search('title', 'words')`. Ignores a falsy query. */
  search(query: ContentQuery['search'] | null, value?: string): ContentQueryBuilder
  surround(slugOrPath: string, options?: { before?: number; after?: number }): ContentQueryBuilder
  limit(count: number | string): ContentQueryBuilder
  skip(count: number | string): ContentQueryBuilder
  deep(deep?: boolean): ContentQueryBuilder
  text(text?: boolean): ContentQueryBuilder
  fetch<Result = unknown>(): Promise<Result>
}

/**
 * Starts queries such as `content('news', 'archive', { deep: true })`. The requests equal those of Nuxt Content 1's
 * client.
 */
export function createContentQuery(fetch: ContentFetch) {
  return (...args: (string | Options)[]): ContentQueryBuilder => {
    const parts = args.filter((arg) => typeof arg === 'string')
    const options = args.findLast((arg) => typeof arg === 'object')
    return createBuilder(fetch, `/${parts.join('/')}`.replace(/\/+/g, '/'), options ?? {})
  }
}

function createBuilder(fetch: ContentFetch, path: string, options: Options): ContentQueryBuilder {
  const query: ContentQuery = { deep: options.deep ?? false, text: options.text ?? false }
  const sortBy: Record<string, Direction>[] = []
  const set = (step: ContentQuery): ContentQueryBuilder => {
    Object.assign(query, step)
    return builder
  }
  const builder: ContentQueryBuilder = {
    only: (only) => set({ only }),
    without: (without) => set({ without }),
    sortBy(field, direction = 'asc') {
      sortBy.push({ [field]: direction })
      return set({ sortBy })
    },
    where: (where) => set({ where }),
    search: (words, value) => set({ search: { query: words, value } }),
    surround: (slugOrPath, window) => set({ surround: { slugOrPath, options: window } }),
    limit: (limit) => set({ limit }),
    skip: (skip) => set({ skip }),
    deep: (deep = true) => set({ deep }),
    text: (text = true) => set({ text }),
    fetch: <Result>() => fetch(path, query) as Promise<Result>,
  }
  return builder
}
