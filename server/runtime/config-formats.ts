import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { sslModes } from './db/postgres-address.ts'

export function integer(min: number, max: number) {
  const allowed = `a whole number from ${min} to ${max}`
  return matching(/^\d{1,9}$/, allowed)
    .transform(Number)
    .refine((value) => value >= min && value <= max, allowed)
}

export function matching(pattern: RegExp, allowed: string) {
  return z.string().regex(pattern, allowed)
}

export function url(protocols: string[], allowed: string) {
  return z
    .string()
    .refine((value) => isUrl(value, protocols), allowed)
    .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
}

export function origin(allowed: string) {
  return url(['http:', 'https:'], allowed).refine((value) => new URL(value).origin === value, allowed)
}

export function list(isAllowed: (item: string) => boolean, allowed: string) {
  return z
    .string()
    .default('')
    .transform(toItems)
    .refine((items) => items.every(isAllowed), allowed)
}

function toItems(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Express's `trust proxy`: a number of hops, or the proxies' addresses. */
export function proxies(allowed: string) {
  return z
    .string()
    .default('0')
    .transform((value) => (/^\d+$/.test(value) ? Number(value) : toItems(value)))
    .refine(
      (value) => (Array.isArray(value) ? value.length > 0 && value.every(isSubnet) : value <= 16),
      allowed,
    )
}

function isSubnet(item: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(item)) return true
  const [address = '', bits, ...more] = item.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const isLength = bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= longest)
  return longest > 0 && isLength && more.length === 0 && !address.includes('%')
}

export function isUrl(value: string, protocols: string[]): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, search, hash } = new URL(value)
  // A base address gets paths appended, so it can't have a query. Databases and mail servers can.
  const isBase = protocol.startsWith('http')
  return protocols.includes(protocol) && !(isBase && (search || hash))
}

export function hasKnownSslMode(address: string): boolean {
  const mode = new URL(address).searchParams.get('sslmode')
  return mode === null || sslModes.some((known) => known === mode)
}

export function isEd25519(pem: string): boolean {
  try {
    const keys = pem.split(/(?=-----BEGIN )/).filter((block) => block.trim())
    return keys.every((key) => createPrivateKey(key).asymmetricKeyType === 'ed25519')
  } catch {
    return false
  }
}
