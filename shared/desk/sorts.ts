/** Fields that lists sort by, named as the members of their rows. */
export type SortField =
  | 'at'
  | 'createdAt'
  | 'email'
  | 'kept'
  | 'lastOrderAt'
  | 'total'
  | 'updatesUntil'
  | 'validUntil'

/** A minus puts the highest first, as in JSON:API. */
export type Sort = SortField | `-${SortField}`

export type FieldOf<Name extends Sort> = Name extends `-${infer Field}` ? Field : Name

// Only sorts that an index supports. A list's first sort is its default; a field's first direction is the one people expect.
export const timeSorts = ['-createdAt', 'createdAt'] as const
export const auditSorts = ['-at', 'at'] as const
export const orderSorts = ['-createdAt', 'createdAt', '-total', 'total'] as const
export const licenceSorts = ['-createdAt', 'createdAt', 'updatesUntil', '-updatesUntil'] as const
export const quoteSorts = ['-createdAt', 'createdAt', 'validUntil', '-validUntil'] as const
export const customerSorts = ['-lastOrderAt', '-kept', 'kept', 'email', '-email'] as const

export type TimeSort = (typeof timeSorts)[number]
export type AuditSort = (typeof auditSorts)[number]
export type OrderSort = (typeof orderSorts)[number]
export type LicenceSort = (typeof licenceSorts)[number]
export type QuoteSort = (typeof quoteSorts)[number]
export type CustomerSort = (typeof customerSorts)[number]

/** Filters that allow only the list's default sort, because no index supports another. */
export const unsortedFilters = ['q', 'code'] as const

export function isFalling(sort: Sort): boolean {
  return sort.startsWith('-')
}

export function fieldOf<Name extends Sort>(sort: Name): FieldOf<Name> {
  return (isFalling(sort) ? sort.slice(1) : sort) as FieldOf<Name>
}
