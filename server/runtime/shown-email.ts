import { domainToUnicode } from 'node:url'

/** As people type and read it: an international domain in its own letters, not in the ASCII form that is stored. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  return /(?:^|\.)xn--/i.test(domain) ? email.slice(0, at) + (domainToUnicode(domain) || domain) : email
}
