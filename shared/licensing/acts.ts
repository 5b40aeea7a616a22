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

export type DoneName = ActName | 'buyer-unchanged'

export function isActName(text: unknown): text is ActName {
  return actNames.includes(text as ActName)
}
