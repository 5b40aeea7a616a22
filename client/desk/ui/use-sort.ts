import { useLocation, useSearchParams } from 'react-router'
import { fieldOf, isFalling, type Sort, type SortField, unsortedFilters } from '#shared/desk/sorts.ts'
import { withMember } from './list-filter.tsx'
import type { SortLink } from './rows.tsx'

const words: Record<Sort, string> = {
  '-at': 'Newest first.',
  at: 'Oldest first.',
  '-createdAt': 'Newest first.',
  createdAt: 'Oldest first.',
  '-lastOrderAt': 'Latest order first.',
  lastOrderAt: 'Earliest order first.',
  '-email': 'Addresses from Z to A.',
  email: 'Addresses from A to Z.',
  '-kept': 'Most paid first.',
  kept: 'Least paid first.',
  '-total': 'Highest total first.',
  total: 'Lowest total first.',
  '-updatesUntil': 'Latest end of updates first.',
  updatesUntil: 'Earliest end of updates first.',
  '-validUntil': 'Latest end of prices first.',
  validUntil: 'Earliest end of prices first.',
}

/**
 * The sort of a list, kept in the address.
 * @param sorts the first one is the default
 * @param list the list's address, if another page shows it
 */
export function useSort(sorts: readonly [Sort, ...Sort[]], list?: { page: string; query: URLSearchParams }) {
  const { pathname } = useLocation()
  const [asked] = useSearchParams()
  const { page, query } = list ?? { page: pathname, query: asked }
  const [own] = sorts
  const current = sorts.find((sort) => sort === asked.get('sort')) ?? own
  const isFixed = unsortedFilters.some((name) => query.get(name))

  function linkOf(field: SortField): SortLink {
    const isCurrent = fieldOf(current) === field
    const direction = isCurrent ? (isFalling(current) ? 'descending' : 'ascending') : undefined
    const to = sorts.find((sort) => fieldOf(sort) === field && sort !== current)
    if (isFixed || !to) return { direction }
    return { href: withMember(page, query, ['sort', to === own ? '' : to]), direction }
  }

  return { words: words[current], order: orderOf(current, own), linkOf }
}

/** Whether the rows are sorted by the list's default time. */
function orderOf(current: Sort, own: Sort): 'newest' | 'oldest' | 'other' {
  if (fieldOf(current) !== fieldOf(own)) return 'other'
  return isFalling(current) ? 'newest' : 'oldest'
}
