/** Bytes that nobody can guess: `crypto.randomBytes` but in tests. */
export type Random = (size: number) => Buffer

/** An opaque id with its prefix, 128 random bits: "ord_3f9c…". */
export function newId(prefix: string, random: Random): string {
  return `${prefix}_${random(16).toString('hex')}`
}

/** Whether a text has the form of an id. PostgreSQL rejects others that contain NUL. */
export function isId(text: string): boolean {
  return /^\w{1,64}$/.test(text)
}
