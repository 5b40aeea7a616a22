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

/** An act's outcome. The `unchanged` names mean that an earlier act had the same effect. */
export type DoneName = ActName | 'buyer-unchanged' | 'replace-key-unchanged' | 'cancel-unchanged'

export function isActName(text: unknown): text is ActName {
  return actNames.includes(text as ActName)
}
