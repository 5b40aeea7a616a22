import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { dayMs } from '#shared/calendar/calendar.ts'
import type { Found } from '#shared/desk/overview-answers.ts'
import { operationRoutes } from '#shared/routes/routes.ts'
import type { Config } from '../../config.ts'
import { doctorHeader } from '../../web/health/doctor-token.ts'
import { isLocal, patienceMs, reasonOf } from './ask-services.ts'

const mostRedirects = 10

type Asking = Pick<Config, 'siteUrl' | 'trustProxy'>

/**
 * Requests the site's public address like a visitor.
 * @param token makes the running site report how it sees the request; null if this command has no key
 */
export async function askSite(config: Asking, token: string | null, now: Date): Promise<Found[]> {
  const { protocol } = new URL(config.siteUrl)
  const certificate = protocol === 'https:' ? await judgeCertificate(config.siteUrl, now) : []
  if (certificate.some(({ grade }) => grade === 'stops')) return certificate
  const home = await follow(`${config.siteUrl}/`)
  if ('found' in home) return [...certificate, home]
  const secure = protocol === 'https:' ? judgeHeaders(home.headers) : []
  return [...certificate, ...secure, ...(token ? await judgeProxies(config, token) : [])]
}

async function follow(start: string): Promise<Found | { headers: Headers }> {
  const at = { grade: 'stops', where: 'SITE_URL' } as const
  const seen: string[] = []
  for (let url = start; seen.length < mostRedirects; ) {
    if (seen.includes(url)) {
      const todo =
        'The proxy must pass the visitor’s host with its port, and the scheme: in nginx, Host $http_host.'
      return { ...at, found: `${url} redirects to itself`, todo }
    }
    seen.push(url)
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
      await response.body?.cancel()
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location) url = new URL(location, url).href
      else if (response.status === 200) return { headers: response.headers }
      else {
        const todo = 'See the log of the site and of the proxy.'
        return { ...at, found: `${url} answers ${response.status}`, todo }
      }
    } catch (error) {
      const todo = 'Start the site and its proxy, and point the name to them.'
      return { ...at, found: `${url} can’t be opened: ${reasonOf(error)}`, todo }
    }
  }
  return {
    ...at,
    found: `${start} redirects more than ${mostRedirects} times`,
    todo: 'See the proxy’s redirects.',
  }
}

function judgeHeaders(headers: Headers): Found[] {
  if (headers.has('strict-transport-security')) return []
  const todo = 'Let the proxy pass the site’s headers on.'
  return [{ grade: 'tidy', where: 'SITE_URL', found: 'its answers have no Strict-Transport-Security', todo }]
}

const lastDays = 14

/** Checks the certificate's trust and last day, and whether HTTP/2 is spoken. */
function judgeCertificate(siteUrl: string, now: Date): Promise<Found[]> {
  const { hostname, port } = new URL(siteUrl)
  const at = { grade: 'stops', where: 'certificate' } as const
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      ...(isIP(hostname) === 0 && { servername: hostname }),
      ALPNProtocols: ['h2', 'http/1.1'],
      rejectUnauthorized: false,
      timeout: patienceMs,
    })
    const end = (found: Found[]) => {
      socket.destroy()
      resolve(found)
    }
    const todo = 'Renew it: certbot renew && systemctl reload nginx'
    const fail = (found: string, todo: string) => end([{ ...at, where: 'SITE_URL', found, todo }])
    socket.once('error', ({ message }) => fail(`no TLS at ${siteUrl}: ${message}`, 'See the proxy.'))
    socket.once('timeout', () => fail(`${siteUrl} doesn’t answer`, 'See the proxy and its firewall.'))
    socket.once('secureConnect', () => {
      if (!socket.authorized)
        return end([{ ...at, found: `browsers refuse it: ${socket.authorizationError}`, todo }])
      const until = new Date(socket.getPeerCertificate().valid_to)
      const days = Math.floor((until.getTime() - now.getTime()) / dayMs)
      const findings: Found[] = []
      const ends = `its last day is ${until.toISOString().slice(0, 10)}`
      if (days < lastDays) findings.push({ ...at, grade: 'hurts', found: ends, todo })
      const mend = 'In nginx: listen 443 ssl http2.'
      if (socket.alpnProtocol !== 'h2')
        findings.push({ grade: 'tidy', where: 'SITE_URL', found: 'no HTTP/2', todo: mend })
      end(findings)
    })
  })
}

/** Sends an invented visitor's address. A site that believes it trusts too many proxies. */
async function judgeProxies({ siteUrl, trustProxy }: Asking, token: string): Promise<Found[]> {
  const at = { grade: 'hurts', where: 'TRUST_PROXY' } as const
  const nobody = `198.18.${randomInt(256)}.${randomInt(1, 255)}`
  try {
    const response = await fetch(`${siteUrl}${operationRoutes.readiness}?verbose`, {
      headers: { [doctorHeader]: token, 'X-Forwarded-For': nobody },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const { seen } = Object(await response.json())
    if (!seen) {
      const todo = 'Give this command the variables of that site, or point SITE_URL to this one.'
      return [{ ...at, where: 'SITE_URL', found: 'a site with another database answers there', todo }]
    }
    const given = `${trustProxy} trusts`
    if (seen.ip === nobody) {
      const todo = 'Lower it to the number of proxies, and have the first one set X-Forwarded-For itself.'
      const found = `${given} addresses that visitors make up, which evades each rate limit`
      return [{ ...at, found, todo }]
    }
    const isHidden = siteUrl.startsWith('https:') && seen.protocol !== 'https'
    if (isHidden || (isLocal(seen.ip) && !isLocal(new URL(siteUrl).hostname))) {
      const todo =
        'Set it to the number of proxies in front, 1 for most, and have them send X-Forwarded-For and -Proto.'
      const found = `${given} too few, so all visitors count as ${seen.ip}, and share one rate limit`
      return [{ ...at, found, todo }]
    }
    return []
  } catch (error) {
    const found = `${siteUrl}${operationRoutes.readiness} says nothing: ${reasonOf(error)}`
    return [{ ...at, found, todo: 'See the log of the site and of the proxy.' }]
  }
}
