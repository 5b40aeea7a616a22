import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { equalSecrets } from '../../runtime/keys/equal-secrets.ts'
import type { LinkAccess } from '../../web/http/link-access.ts'
import { cookieTokens, isToken } from './cookie.ts'

/** An order or a quote. */
type OpenedByToken = { id: string; link_generation: number }

/** Derives the token for the link of an order or a quote. It stays the same until the links are revoked. */
export function accessToken(secrets: Secrets, { id, link_generation: generation }: OpenedByToken): string {
  // Links mailed before generations existed must still open their order.
  const opened = generation === 0 ? id : `${id} ${generation}`
  return `ot_${createHmac('sha256', secrets.of('order access')).update(opened).digest('base64url')}`
}

/** Takes equally long for every token, so that timing reveals nothing. */
export function opensByToken(secrets: Secrets, opened: OpenedByToken, tokens: string[]): boolean {
  const expected = accessToken(secrets, opened)
  return tokens.map((token) => equalSecrets(expected, token)).includes(true)
}

/** Reads tokens from the Authorization header and the cookie, and drops malformed ones. */
export function tokensOf(access: LinkAccess, config: Pick<Config, 'siteUrl'>): string[] {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(access.authorization ?? '') ?? []
  return bearer ? [bearer].filter(isToken) : cookieTokens(access, config)
}
