import { formatDate } from '#shared/calendar/calendar.ts'
import { type Change, type Terms, updatesEnd } from './change.ts'

/** "Renewal to 22 November 2028, PRMT-…-7K2Q". @param keyName as `nameOfLicenceKey` shows it */
export function describeChange(
  change: Change,
  steps: { before: Terms; after: Terms },
  keyName: string,
): string {
  return `${describe(change, steps)}, ${keyName}`
}

function describe(change: Change, { before, after }: { before: Terms; after: Terms }): string {
  if (change.kind === 'renewal') return `Renewal to ${formatDate(updatesEnd(after))}`
  if (change.kind === 'upgrade') return `Upgrade from ${before.plan} to ${after.plan}`
  if (change.kind === 'ahead')
    return `Difference for ${change.months} ${change.months === 1 ? 'month' : 'months'} of updates paid ahead`
  return change.seats === 1 ? 'Extra machine' : 'Extra machines'
}
