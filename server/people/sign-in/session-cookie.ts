import type { IncomingHttpHeaders } from 'node:http'
import type { CookieOptions, Response } from 'express'
import type { Config } from '../../config.ts'
import type { SignInPurpose } from './session-lifetimes.ts'

export type CookieConfig = Pick<Config, 'siteUrl'>

export type Cookies = Pick<IncomingHttpHeaders, 'cookie'>

/** @returns null without a well-formed token */
export function sessionToken(headers: Cookies, config: CookieConfig, purpose: SignInPurpose): string | null {
  const token = readCookie(headers, config, purpose.name)
  return /^[\w-]{43}$/.test(token) ? token : null
}

export function setSessionCookie(
  res: Response,
  config: CookieConfig,
  purpose: SignInPurpose,
  token: string,
): void {
  setCookie(res, config, { ...purpose, value: token, maxAge: purpose.sessionMs })
}

export function clearSessionCookie(res: Response, config: CookieConfig, purpose: SignInPurpose): void {
  setCookie(res, config, { ...purpose, value: '', maxAge: 0 })
}

/** Empty if the cookie is absent. */
export function readCookie({ cookie: header = '' }: Cookies, config: CookieConfig, name: string): string {
  const start = `${hostName(config, name)}=`
  const cookie = header.split('; ').find((part) => part.startsWith(start))
  return cookie?.slice(start.length) ?? ''
}

type NewCookie = Pick<CookieOptions, 'sameSite' | 'maxAge'> & { name: string; value: string }

export function setCookie(
  res: Response,
  config: CookieConfig,
  { name, value, sameSite, maxAge }: NewCookie,
): void {
  const options = { httpOnly: true, secure: isSecure(config), sameSite, path: '/', maxAge }
  res.cookie(hostName(config, name), value, options)
}

/** Browsers accept a `__Host-` cookie only from this host, and only over TLS. */
function hostName(config: CookieConfig, name: string): string {
  return isSecure(config) ? `__Host-${name}` : name
}

function isSecure({ siteUrl }: CookieConfig): boolean {
  return siteUrl.startsWith('https:')
}
