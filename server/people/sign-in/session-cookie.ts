import type { IncomingHttpHeaders } from 'node:http'
import type { Response } from 'express'
import type { Config } from '../../config.ts'
import type { SignInPurpose } from './lifetimes.ts'

export type CookieConfig = Pick<Config, 'siteUrl'>

/** @returns null without a well-formed token */
export function sessionToken(
  { cookie: header = '' }: Pick<IncomingHttpHeaders, 'cookie'>,
  config: CookieConfig,
  purpose: SignInPurpose,
): string | null {
  const name = `${cookieName(config, purpose)}=`
  const token =
    header
      .split('; ')
      .find((part) => part.startsWith(name))
      ?.slice(name.length) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : null
}

export function setSessionCookie(
  res: Response,
  config: CookieConfig,
  purpose: SignInPurpose,
  token: string,
): void {
  res.cookie(cookieName(config, purpose), token, { ...options(config, purpose), maxAge: purpose.sessionMs })
}

export function clearSessionCookie(res: Response, config: CookieConfig, purpose: SignInPurpose): void {
  res.cookie(cookieName(config, purpose), '', { ...options(config, purpose), maxAge: 0 })
}

function options(config: CookieConfig, { sameSite }: SignInPurpose) {
  return { httpOnly: true, secure: isSecure(config), sameSite, path: '/' }
}

/** Browsers accept a `__Host-` cookie from this host alone, and only over TLS. */
function cookieName(config: CookieConfig, { name }: SignInPurpose): string {
  return isSecure(config) ? `__Host-${name}` : name
}

export function isSecure({ siteUrl }: CookieConfig): boolean {
  return siteUrl.startsWith('https:')
}
