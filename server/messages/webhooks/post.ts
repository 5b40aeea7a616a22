import { type LookupAddress, lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress, privateHostOf } from './private-addresses.ts'

export type Message = { url: string; headers: Record<string, string>; body: string }

export type Answer = { status: number; retryAfter: string | null }

export type PostOptions = {
  /** Also allows addresses of this machine and of private networks. */
  allowPrivate: boolean
  timeoutMs?: number
  resolve?: typeof lookup
}

/**
 * Resolves the host once and connects to the checked address. Follows no redirects and reads no body.
 * @returns the status, and `Retry-After` if there is one
 * @throws Error on a timeout or a private address
 */
export function post(
  { url, headers, body }: Message,
  { allowPrivate, timeoutMs = 15_000, resolve = lookup }: PostOptions,
): Promise<Answer> {
  const { protocol } = new URL(url)
  const host = privateHostOf(url)
  if (!allowPrivate && host) return Promise.reject(privateAddress(host))
  const signal = AbortSignal.timeout(timeoutMs)
  const { request } = protocol === 'https:' ? https : http
  return new Promise((settle, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'webhooks' },
        // A reused connection could lead to another address than the checked one.
        agent: false,
        lookup: allowPrivate ? resolve : judging(resolve),
        signal,
      },
      (response) => {
        settle({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null })
        response.destroy()
      },
    )
    sent.on('error', (error) =>
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs / 1000} seconds`) : error),
    )
    sent.end(body)
  })
}

function judging(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const found = error ? [] : addresses
      const refused = found.find(({ address }) => isPrivateAddress(address))
      const [first] = found
      if (error || refused || !first) {
        callback(error ?? privateAddress(`${hostname} (${refused?.address})`), '', 0)
      } else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

function privateAddress(host: string): Error {
  return new Error(`${host} is a private address; WEBHOOKS_ALLOW_PRIVATE=1 allows it`)
}
