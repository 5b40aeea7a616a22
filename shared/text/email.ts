const pattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

const maxLength = 254

/**
 * Accepts HTML's `<input type=email>` with a dotted domain (RFC 5321, erratum 1690), also an international one.
 * Refuses encoded words (RFC 2047), because some programs decode them.
 */
export function isEmail(text: string): boolean {
  const email = asciiEmail(text)
  return email.length <= maxLength && pattern.test(email) && !email.includes('=?')
}

/**
 * The form for mail servers: international domains become ASCII (RFC 5891), and full-width characters narrow.
 * Drops a trailing full stop.
 */
export function asciiEmail(text: string): string {
  if (text.length > maxLength) return text
  const email = text.replace(/[！-～]/g, (wide) => wide.normalize('NFKC')).replace(/([^.])\.$/, '$1')
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at === -1) return text
  if (!isInternational(domain)) return email
  return URL.canParse(`http://${domain}`)
    ? email.slice(0, at + 1) + new URL(`http://${domain}`).hostname
    : email
}

/** Other ASCII punctuation would end a URL's host. */
function isInternational(domain: string): boolean {
  return /\P{ASCII}/u.test(domain) && !/[^\P{ASCII}a-zA-Z0-9.-]/u.test(domain)
}

/** Returns the same text for all spellings of a mailbox. */
export function foldEmail(email: string): string {
  // Normalising takes time that grows with the square of the length.
  if (email.length > maxLength) return email
  return asciiEmail(email.normalize('NFKC').trim().toLowerCase())
}
