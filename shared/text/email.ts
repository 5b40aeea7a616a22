const pattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

const maxLength = 254

/**
 * HTML's `<input type=email>` with a dotted domain (RFC 5321, erratum 1690). Refuses encoded words (RFC 2047): some
 * programs decode them.
 */
export function isEmail(text: string): boolean {
  return text.length <= maxLength && pattern.test(text) && !text.includes('=?')
}

/** Returns the same text for two spellings of one mailbox. */
export function foldEmail(email: string): string {
  // The time that normalizing takes grows with the square of the length.
  if (email.length > maxLength) return email
  return email.normalize('NFKC').trim().toLowerCase()
}
