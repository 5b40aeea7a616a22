import type { StorablePage } from '#shared/render.ts'

/** The address under which a page is stored, query members that don't matter left out; null for one that is not. */
export type PageKey = (address: string) => string | null

/**
 * Segments without dots in front, and of the escapes only those that can be written in no other way: each page has one
 * such path, so that nobody can fill the cache with spellings of it.
 */
const onePath = /^(?:\/(?!\.)(?:[\w.~-]|%[89A-F][0-9A-F])+)+$/

/** @param pages what the route table says can be stored */
export function createPageKey(pages: readonly StorablePage[]): PageKey {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const below = pages
    .filter(({ path }) => path.endsWith('/*'))
    .map((page) => [page.path.slice(0, -1), page] as const)

  return (address) => {
    const mark = address.indexOf('?')
    const path = mark === -1 ? address : address.slice(0, mark)
    const page = byPath.get(path) ?? pageBelow(path)
    if (!page) return null
    if (mark === -1) return path
    const query = keptQuery(page, address.slice(mark))
    return query === null ? null : path + query
  }

  function pageBelow(path: string): StorablePage | undefined {
    const found = below.find(([prefix]) => path.startsWith(prefix))
    return found && onePath.test(path) ? found[1] : undefined
  }
}

/** The declared members, in the order of their declaration; null when one has another value than can be stored. */
function keptQuery({ query }: StorablePage, search: string): string | null {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const [name, storable] of Object.entries(query)) {
    const value = given.get(name)
    if (value === null) continue
    if (!storable.test(value)) return null
    kept.set(name, value)
  }
  return kept.size === 0 ? '' : `?${kept}`
}
