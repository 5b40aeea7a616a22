import type { Offerable } from './offered-to.ts'

/** The offer that staff set for a version at the desk. */
export type ReleaseOffer = {
  version: string
  rollout: number
  /** The release file's rollout at that time. A later change in the file overrides `rollout`. */
  filedRollout: number
  withdrawn: boolean
}

/** The release with the desk's offer applied. A withdrawal is final. */
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
