import { type Sort, unsortedFilters } from '#shared/desk/sorts.ts'
import { UsageError } from '../runtime/arguments.ts'

/** @param values of the options @param sorts the first is the list's own @throws UsageError for another one, or one beside a search */
export function readSort<Name extends Sort>(
  values: { sort?: string | undefined } & Record<string, unknown>,
  sorts: readonly [Name, ...Name[]],
): Name {
  const [own] = sorts
  const { sort: name = own } = values
  const sort = sorts.find((each) => each === name)
  if (sort === undefined) throw new UsageError(`--sort is one of ${sorts.join(', ')}, not ${name}.`)
  const filter = unsortedFilters.find((each) => values[each] !== undefined)
  if (filter === undefined || sort === own) return sort
  throw new UsageError(`--sort doesn’t go with --${filter}: leave one of them out.`)
}
