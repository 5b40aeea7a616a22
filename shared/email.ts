const pattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

const maxLength = 254

/**
 * Whether a text is one address that mail from outside can reach: the pattern of HTML's `<input type=email>` with a dot
 * in its domain, at most 254 characters (RFC 5321, erratum 1690). One that looks like an encoded word (RFC 2047) is
 * refused, for some mail programs decode it.
 */
export function isEmail(text: string): boolean {
  return text.length <= maxLength && pattern.test(text) && !text.includes('=?')
}

/** An address as it is compared: of two spellings that mean one mailbox, the same text. */
export function foldEmail(email: string): string {
  // The time that normalizing takes grows with the square of the length.
  if (email.length > maxLength) return email
  return email.normalize('NFKC').trim().toLowerCase()
}
