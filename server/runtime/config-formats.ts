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

/** Only a shell removes quotes and expands `~`. Otherwise a new, empty folder would get that name. */
export function folder() {
  return matching(
    /^(?!~(\/|$)|["'\s]).*(?<!["'\s])$/s,
    'the path of a folder, without ~, and without quotes or spaces around it',
  )
}

/** Paths are appended to it, and the content security policy contains it. */
export function baseUrl(allowed: string) {
  return z.string().refine(isBaseUrl, allowed).transform(toBaseUrl)
}

export function origin(allowed: string) {
  return baseUrl(allowed).refine((value) => new URL(value).origin === value, allowed)
}

const plainAddress = /^https?:\/\/[\p{L}\p{M}\p{N}.:_[\]-]+(?:\/[^\s/\\?#;,]+)*\/*$/iu

function isBaseUrl(value: string): boolean {
  return plainAddress.test(value) && URL.canParse(value)
}

function toBaseUrl(value: string): string {
  const { origin, pathname } = new URL(value)
  return origin + withoutEndSlashes(pathname)
}

function withoutEndSlashes(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '')
}

/** Address of a database or mail server, with credentials. */
export function serverUrl(protocols: string[], allowed: string) {
  return z
    .string()
    .refine((value) => isServerUrl(value, protocols), allowed)
    .transform(toServerUrl)
}

function isServerUrl(value: string, protocols: string[]): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  // An unescaped # in a password ends the address.
  const isWhole = url.href.startsWith(`${url.protocol}//`) && !url.href.includes('#')
  return protocols.includes(url.protocol) && isWhole && isDecodable(url)
}

function toServerUrl(value: string): string {
  const url = new URL(value)
  url.pathname = withoutEndSlashes(url.pathname)
  return url.href
}

/** Libraries disagree about a percent sign that escapes nothing. */
function isDecodable({ username, password, hostname, pathname }: URL): boolean {
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** @param item makes the schema of one item from the words about all */
export function list(item: (allowed: string) => z.ZodType<string, string>, allowed: string) {
  return z
    .string()
    .transform(toItems)
    .pipe(z.array(item(allowed)).min(1, allowed))
    .default([])
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

export function hasKnownSslMode(address: string): boolean {
  const mode = new URL(address).searchParams.get('sslmode')
  return mode === null || sslModes.some((known) => known === mode)
}

const mailFlags = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'tls.rejectUnauthorized']
const mailTexts = ['name', 'authMethod', 'localAddress', 'tls.servername', 'tls.minVersion', 'tls.ciphers']
export const mailOptions = `${mailFlags.join(', ')} (true or false), ${mailTexts.join(', ')}`

/** nodemailer would ignore a misspelt option. */
export function isMailServer(address: string): boolean {
  const { hostname, pathname, searchParams } = new URL(address)
  const isAllowed = ([name, value]: [string, string]) =>
    mailFlags.includes(name) ? ['true', 'false'].includes(value) : mailTexts.includes(name) && value !== ''
  return hostname !== '' && pathname === '' && [...searchParams].every(isAllowed)
}

export function isEd25519(pem: string): boolean {
  try {
    const keys = pem.split(/(?=-----BEGIN )/).filter((block) => block.trim())
    return keys.length > 0 && keys.every((key) => createPrivateKey(key).asymmetricKeyType === 'ed25519')
  } catch {
    return false
  }
}
