import type { StorablePage } from '#shared/render.ts'

/**
 * No segment begins with a dot, and only those characters are escaped that must be. Each page has one such path, so nobody
 * can fill the store with spellings of it.
 */
const onePath = /^(?:\/(?!\.)(?:[\w.~-]|%[89A-F][0-9A-F])+)+$/

/**
 * Names each page by its path and by the members of the query that it reads.
 * @param pages what the route table says can be stored
 * @returns null for an address whose page isn't stored
 */
export function createPageKey(pages: readonly StorablePage[]): (address: string) => string | null {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const below = pages
    .filter(({ path }) => path.endsWith('/*'))
    .map((page) => [page.path.slice(0, -1), page] as const)

  return (address) => {
    const mark = address.indexOf('?')
    const path = mark === -1 ? address : address.slice(0, mark)
    const page =
      byPath.get(path) ?? below.find(([prefix]) => path.startsWith(prefix) && onePath.test(path))?.[1]
    if (!page) return null
    if (mark === -1) return path
    const query = storableQuery(page, address.slice(mark))
    return query === null ? null : path + query
  }
}

/** The declared members in their order; null when one has a value with which the page isn't stored. */
function storableQuery({ query }: StorablePage, search: string): string | null {
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
