import { remoteRoutes } from '#shared/routes/remote-routes.ts'
import { remoteHash } from './remote-link.ts'

/** A room on the server, and the key that encrypts the messages of two devices in it. */
export type Pairing = { room: string; key: CryptoKey }

const secretBytes = 16
const pairingHash = /^#remote=([\w-]{43})\.([\w-]{22})$/

/** Whether this browser can pair with a phone, which requires a secure page. */
export const canPair = 'subtle' in crypto && 'EventSource' in window

/**
 * @returns the address that the phone opens. Its hash contains the key, and browsers send no hash.
 * @throws TypeError if offline; the Response if it was refused
 */
export async function openRoom(apiBaseUrl: string): Promise<Pairing & { link: string }> {
  const answer = await fetch(apiBaseUrl + remoteRoutes.rooms, { method: 'POST' })
  if (!answer.ok) throw answer
  const { room } = (await answer.json()) as { room: string }
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes))
  const { origin, pathname } = location
  return {
    room,
    key: await importKey(secret),
    link: `${origin}${pathname}${remoteHash}=${room}.${toBase64Url(secret)}`,
  }
}

/** @returns null for a hash without a pairing */
export async function readPairing(hash: string): Promise<Pairing | null> {
  const [, room, secret] = pairingHash.exec(hash) ?? []
  return room && secret && canPair ? { room, key: await importKey(fromBase64Url(secret)) } : null
}

function importKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

const ivBytes = 12

/** @param from binds the text to its sender, so that it can't be replayed as the other device's */
export async function seal(key: CryptoKey, from: string, content: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const plain = new TextEncoder().encode(JSON.stringify(content))
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters(iv, from), key, plain))
  const all = new Uint8Array(ivBytes + sealed.length)
  all.set(iv)
  all.set(sealed, ivBytes)
  return toBase64Url(all)
}

/** @throws if the other device didn't encrypt it */
export async function unseal(key: CryptoKey, from: string, text: string): Promise<unknown> {
  const all = fromBase64Url(text)
  const plain = await crypto.subtle.decrypt(parameters(all.slice(0, ivBytes), from), key, all.slice(ivBytes))
  return JSON.parse(new TextDecoder().decode(plain))
}

function parameters(iv: Uint8Array<ArrayBuffer>, from: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(from) }
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
