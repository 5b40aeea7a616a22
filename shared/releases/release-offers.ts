import type { Offerable } from './standing.ts'

/** What was pressed at the desk for a version. */
export type ReleaseOffer = {
  version: string
  rollout: number
  /** The rollout of its file then. The press counts until the file says another. */
  filedRollout: number
  withdrawn: boolean
}

/** A release as it is offered. Nothing offers a withdrawn one again. */
export function offerAs<Item extends Offerable>(release: Item, offers: readonly ReleaseOffer[]): Item {
  const offer = offers.find(({ version }) => version === release.version)
  if (!offer) return release
  const isCurrent = offer.filedRollout === (release.rollout ?? 100)
  return {
    ...release,
    ...(isCurrent && { rollout: offer.rollout }),
    ...(offer.withdrawn && { withdrawn: true as const }),
  }
}
