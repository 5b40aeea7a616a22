import type { IncomingMessage, RequestListener } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../config.ts'

/** Probes use any host name and follow no redirect. */
const forProbes = /^\/(healthz|readyz|metrics)(?:[/?]|$)/

/** A separate API tier has another host than `SITE_URL`. */
const forPrograms = /^\/(api|_content)(?:[/?]|$)/

/** Redirects http and other hosts, but only behind a trusted proxy, which reports the visitor's scheme. */
export function canonicalOrigin(
  { siteUrl, trustProxy }: Pick<Config, 'siteUrl' | 'trustProxy'>,
  app: RequestListener,
): RequestListener {
  const { host, hostname, protocol } = new URL(siteUrl)
  if (trustProxy === 0 || hostname === 'localhost') return app

  return (req, res) => {
    if (!isElsewhere(req)) return app(req, res)
    // The address may carry an order's token, so no cache may keep it.
    res.writeHead(308, { Location: siteUrl + req.url, 'Cache-Control': 'no-store' }).end()
  }

  function isElsewhere({ url = '', headers }: IncomingMessage): boolean {
    const proto = firstOf(headers['x-forwarded-proto'])
    if (proto === '' || forProbes.test(url)) return false
    if (proto === 'http' && protocol === 'https:') return true
    const asked = (firstOf(headers['x-forwarded-host']) || firstOf(headers.host)).replace(/:(80|443)$/, '')
    // A proxy that drops the port would cause a redirect loop.
    return asked !== host && asked !== hostname && isPublicName(asked) && !forPrograms.test(url)
  }
}

/** A proxy that sends its internal name as `Host` would cause a redirect loop. */
function isPublicName(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0
}

function firstOf(header: string | string[] | undefined): string {
  const [first = ''] = String(header ?? '').split(',')
  return first.trim().toLowerCase()
}
