/** `crypto.randomBytes`, except in tests. */
export type Random = (size: number) => Buffer

/** 128 random bits: "ord_3f9c…". */
export function newId(prefix: string, random: Random): string {
  return `${prefix}_${random(16).toString('hex')}`
}

/** PostgreSQL rejects text with NUL, so ids are checked before a query. */
export function isId(text: string): boolean {
  return /^\w{1,64}$/.test(text)
}
