export const actNames = [
  'release',
  'replace-key',
  'enrol',
  'end-enrolment',
  'move',
  'buyer',
  'pay',
  'cancel',
  'erasure',
] as const

export type ActName = (typeof actNames)[number]

/** An act that was done before leaves everything as it is. */
export type DoneName = ActName | 'buyer-unchanged' | 'replace-key-unchanged' | 'cancel-unchanged'

export function isActName(text: unknown): text is ActName {
  return actNames.includes(text as ActName)
}
