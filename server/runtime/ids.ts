/** `crypto.randomBytes`, except in tests. */
export type Random = (size: number) => Buffer

/**
 * A row's id: its millisecond and 80 random bits, like a UUID version 7 (RFC 9562): "ord_019ac3…". Rows
 * created together are adjacent in each index, so few pages are written.
 */
export function newId(prefix: string, { now, random }: { now: Date; random: Random }): string {
  return `${prefix}_${timeOf(now)}${random(10).toString('hex')}`
}

let entries = 0

/**
 * An id in a history or a queue. Ids of the same millisecond sort in the order in which this process made
 * them. The counter continues across milliseconds, because two transactions may alternate. See RFC 9562, 6.2,
 * method 1.
 */
export function newEntryId(prefix: string, { now, random }: { now: Date; random: Random }): string {
  entries = (entries + 1) % 0x100_0000
  return `${prefix}_${timeOf(now)}${entries.toString(16).padStart(6, '0')}${random(7).toString('hex')}`
}

/** 128 random bits, for ids outside the database: "lease_3f9c…". */
export function randomId(prefix: string, random: Random): string {
  return `${prefix}_${random(16).toString('hex')}`
}

/** PostgreSQL rejects text with NUL, so ids are checked before a query. */
export function isId(text: string): boolean {
  return /^\w{1,64}$/.test(text)
}

function timeOf(now: Date): string {
  return now.getTime().toString(16).padStart(12, '0')
}
