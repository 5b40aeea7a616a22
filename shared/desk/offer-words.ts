import type { Overview } from './overview-answers.ts'

type Offer = Pick<Overview['versions'][number], 'channel' | 'rollout' | 'isWithdrawn'>

/** "beta, to 25%"; empty if everybody is offered it, or if the version isn't listed. */
export function describeOffer({ channel, rollout, isWithdrawn }: Offer): string {
  const isPartial = rollout !== null && rollout < 100 && !isWithdrawn
  return [channel === 'beta' && 'beta', isPartial && `to ${rollout}%`, isWithdrawn && 'withdrawn']
    .filter(Boolean)
    .join(', ')
}

/** "5 messages in 7 days name 2.4.0, after 1 in the 7 days before." */
export function describeRise({ version, messages, before }: Overview['messageRise'][number]): string {
  return `${messages} messages in 7 days name ${version}, after ${before} in the 7 days before.`
}

/** "“obs” 4 times" */
export function describeMissed({ words, times }: Overview['missedSearches'][number]): string {
  return `“${words}” ${times === 1 ? 'once' : `${times} times`}`
}
