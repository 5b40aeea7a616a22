import type { IncomingMessage, RequestListener } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** Whoever asks whether the process lives names any host, and follows no redirect. */
const forProbes = /^\/(healthz|readyz|metrics)(?:[/?]|$)/

/** An API tier has another host than `SITE_URL`. */
const forPrograms = /^\/(api|_content)(?:[/?]|$)/

/**
 * Redirects what came by http, or to another host, to `SITE_URL`. Only a proxy knows how a visitor came, so it does
 * nothing without `TRUST_PROXY`, and leaves requests alone that carry no `X-Forwarded-Proto`.
 */
export function canonicalOrigin(
  { siteUrl, trustProxy }: Pick<Config, 'siteUrl' | 'trustProxy'>,
  app: RequestListener,
): RequestListener {
  const { host, hostname, protocol } = new URL(siteUrl)
  if (trustProxy === 0 || hostname === 'localhost') return app

  return (req, res) => {
    if (!isElsewhere(req)) return app(req, res)
    // The address may carry an order's token, which no cache should keep.
    res.writeHead(308, { Location: siteUrl + req.url, 'Cache-Control': 'no-store' }).end()
  }

  function isElsewhere({ url = '', headers }: IncomingMessage): boolean {
    const proto = firstOf(headers['x-forwarded-proto'])
    if (proto === '' || !url.startsWith('/') || forProbes.test(url)) return false
    if (proto === 'http' && protocol === 'https:') return true
    const asked = (firstOf(headers['x-forwarded-host']) || firstOf(headers.host)).replace(/:(80|443)$/, '')
    return asked !== host && isPublicName(asked) && !forPrograms.test(url)
  }
}

/** A proxy that passes its own name for us as `Host` says nothing of the visitor's, and would be redirected for ever. */
function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0
}

/** Proxies in a row append their values. */
function firstOf(header: string | string[] | undefined): string {
  const [first = ''] = String(header ?? '').split(',')
  return first.trim().toLowerCase()
}
