import { routes } from '#shared/routes/routes.ts'

const validDays = 180

/** RFC 9116. The file always expires half a year from now. */
export function securityTxt(siteUrl: string, email: string, now: Date): string {
  const expires = new Date(now)
  expires.setUTCHours(0, 0, 0, 0)
  expires.setUTCDate(expires.getUTCDate() + validDays)
  return `Contact: mailto:${email}
Contact: ${siteUrl}${routes.contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${siteUrl}/.well-known/security.txt
`
}
