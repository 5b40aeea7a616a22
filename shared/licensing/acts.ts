/** What can be done on the page of an address's licences; each has a form of its own. */
export const actNames = ['release', 'replace-key', 'move', 'buyer', 'pay', 'cancel', 'erasure'] as const

export type ActName = (typeof actNames)[number]

/** How the page names what an act did. */
export type DoneName = ActName | 'buyer-unchanged'

export function isActName(text: unknown): text is ActName {
  return actNames.includes(text as ActName)
}
