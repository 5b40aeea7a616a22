import type { Response } from 'express'
import { dayMs } from '#shared/calendar/calendar.ts'
import { type CookieConfig, type Cookies, readCookie, setCookie } from '../sign-in/session-cookie.ts'

const name = 'orders'
const keptTokens = 5
const keptForMs = 30 * dayMs

/**
 * Lets this browser open the order or quote for a month. The cookie keeps five tokens, newest first.
 * @param place `last` if another site may have sent the token: it becomes a sixth and replaces none of the
 * five
 */
export function rememberToken(
  { headers }: { headers: Cookies },
  res: Response,
  config: CookieConfig,
  token: string,
  place: 'first' | 'last' = 'first',
): void {
  const held = cookieTokens(headers, config)
  const others = held.filter((other) => other !== token)
  if (place === 'first') keepTokens(res, config, [token, ...others].slice(0, keptTokens))
  else keepTokens(res, config, held.includes(token) ? held : [...others.slice(0, keptTokens), token])
}

/**
 * Leaves the cookie unchanged if no token matches.
 * @param isForgotten whether a token opens the order to forget
 */
export async function forgetTokens(
  { headers }: { headers: Cookies },
  res: Response,
  config: CookieConfig,
  isForgotten: (token: string) => Promise<boolean>,
): Promise<void> {
  const held = cookieTokens(headers, config)
  const forgotten = await Promise.all(held.map(isForgotten))
  const remaining = held.filter((_, index) => !forgotten[index])
  if (remaining.length < held.length) keepTokens(res, config, remaining)
}

export function cookieTokens(headers: Cookies, config: CookieConfig): string[] {
  const tokens = readCookie(headers, config, name).split('.').filter(isToken)
  return tokens.slice(0, keptTokens + 1)
}

export function isToken(text: string): boolean {
  return /^ot_[\w-]{43}$/.test(text)
}

function keepTokens(res: Response, config: CookieConfig, tokens: string[]): void {
  const maxAge = tokens.length > 0 ? keptForMs : 0
  setCookie(res, config, { name, sameSite: 'lax', value: tokens.join('.'), maxAge })
}
