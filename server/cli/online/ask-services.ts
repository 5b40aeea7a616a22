import { isIP } from 'node:net'
import type { Found } from '#shared/desk/overview-answers.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { type Config, testKeys } from '../../config.ts'
import { isPrivateAddress } from '../../messages/webhooks/private-addresses.ts'
import { dashboardOf, isTestKey } from '../../shop/payments/stripe-dashboard.ts'

/** Timeout of each request to another machine. */
export const patienceMs = 5_000

/** Logs in as the site does, and checks encryption. */
export async function askMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Found[]> {
  if (!smtpUrl) return []
  const { host, hostname, protocol, password } = new URL(smtpUrl)
  const todo = `Mend SMTP_URL or that server, then: npm run admin -- mail test`
  const failure = await logIn(smtpUrl)
  if (failure)
    return [{ grade: 'hurts', where: 'SMTP_URL', found: `${host} takes no mail: ${failure}`, todo }]
  const isPlain = protocol === 'smtp:' && (await logIn(withTls(smtpUrl))) !== null
  if (!isPlain || (isLocal(hostname) && !password)) return []
  const found = `${host} offers no STARTTLS, so ${password ? 'the password and ' : ''}each mail travels unencrypted`
  const mend = 'Use a server or port that encrypts, such as smtps://.'
  return [{ grade: 'hurts', where: 'SMTP_URL', found, todo: mend }]
}

function withTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** @returns why it failed; null if it succeeded */
async function logIn(url: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    transport.close()
  }
}

/** Events that the site handles. */
const eventsNeeded = ['checkout.session.completed', 'charge.refunded', 'charge.dispute.created']

/** Checks the account, and the webhook with its address and events. */
export async function askStripe({
  stripe,
  siteUrl,
}: Pick<Config, 'stripe' | 'siteUrl'>): Promise<{ findings: Found[]; date: string | null }> {
  if (!stripe) return { findings: [], date: null }
  const where = 'STRIPE_SECRET_KEY'
  const isTest = isTestKey(stripe.secretKey)
  const dashboard = dashboardOf(stripe.secretKey)
  const get = async (path: string) => {
    const response = await fetch((stripe.apiUrl ?? 'https://api.stripe.com') + path, {
      headers: { Authorization: `Bearer ${stripe.secretKey}` },
      signal: AbortSignal.timeout(patienceMs),
    })
    return { response, body: Object(await response.json().catch(() => null)) }
  }
  try {
    const { response, body } = await get('/v1/account')
    const date = response.headers.get('date')
    if (response.status === 401) {
      const todo = `Copy the key again: ${dashboard}apikeys`
      return { findings: [{ grade: 'stops', where, found: 'Stripe doesn’t know the key (401)', todo }], date }
    }
    const findings: Found[] = []
    if (response.ok && body.charges_enabled === false)
      findings.push({
        grade: 'stops',
        where: 'Stripe',
        found: 'the account may not take payments yet',
        todo: `See what Stripe still wants: ${dashboard}account/status`,
      })
    const hooks = await get('/v1/webhook_endpoints?limit=100')
    if (hooks.response.ok)
      findings.push(...judgeWebhooks(hooks.body.data ?? [], { siteUrl, isTest, dashboard }))
    return { findings, date }
  } catch (error) {
    const found = `Stripe can’t be reached: ${reasonOf(error)}`
    return {
      findings: [{ grade: 'stops', where: 'Stripe', found, todo: 'Let this machine connect to it.' }],
      date: null,
    }
  }
}

type Hook = { url: string; status: string; livemode: boolean; enabled_events: string[] }

function judgeWebhooks(
  hooks: Hook[],
  { siteUrl, isTest, dashboard }: { siteUrl: string; isTest: boolean; dashboard: string },
): Found[] {
  const address = siteUrl + apiRoutes.stripeWebhook
  const own = hooks.find(({ url }) => url === address)
  const at = { grade: 'hurts', where: 'Stripe’s webhook' } as const
  const todo = `Mend it: ${dashboard}webhooks. Until then payments are noticed later, by asking.`
  if (!own) return [{ ...at, found: `none has the address ${address}`, todo }]
  if (own.status !== 'enabled') return [{ ...at, found: `it is ${own.status}`, todo }]
  if (own.livemode === isTest)
    return [{ ...at, found: `it is of ${own.livemode ? 'live' : 'test'} mode, and the key isn’t`, todo }]
  const missing = eventsNeeded.filter(
    (event) => !own.enabled_events.some((each) => each === '*' || each === event),
  )
  return missing.length > 0 ? [{ ...at, found: `it isn’t sent ${missing.join(', ')}`, todo }] : []
}

const codes: Record<string, string> = {
  'invalid-input-secret': 'Google doesn’t know the secret key',
  'missing-input-secret': 'Google got no secret key',
}

/** An invented token is refused with its own code, unless the secret is wrong. */
export async function askRecaptcha({ recaptcha }: Pick<Config, 'recaptcha'>): Promise<Found[]> {
  if (!recaptcha || recaptcha.secretKey === testKeys.secret) return []
  const at = { grade: 'stops', where: 'RECAPTCHA_SECRET_KEY' } as const
  const todo = 'Copy both keys of version 2 again: https://www.google.com/recaptcha/admin'
  try {
    const response = await fetch(`${recaptcha.baseUrl}/api/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: recaptcha.secretKey, response: 'doctor' }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const { 'error-codes': given = [], score } = Object(await response.json())
    if (score !== undefined) return [{ ...at, found: 'the keys are of version 3', todo }]
    const [code] = [given].flat().filter((each) => Object.hasOwn(codes, each))
    return code ? [{ ...at, found: String(codes[code]), todo }] : []
  } catch (error) {
    const found = `the human check can’t be reached, and without it nothing can be ordered: ${reasonOf(error)}`
    return [{ ...at, where: 'RECAPTCHA_BASE_URL', found, todo: 'Let this machine connect to it.' }]
  }
}

/** Stripe refuses signatures five minutes off, and mails and links expire by this clock. */
const mostSecondsOff = 60

/** @param date header of another machine's answer */
export function judgeClock(date: string | null, now: Date): Found[] {
  const seconds = date ? Math.round((now.getTime() - Date.parse(date)) / 1000) : 0
  if (Math.abs(seconds) <= mostSecondsOff) return []
  const found = `it is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead' : 'behind'}`
  const todo = 'Let the system set it: timedatectl set-ntp true'
  return [{ grade: Math.abs(seconds) > 240 ? 'stops' : 'hurts', where: 'clock', found, todo }]
}

/** fetch hides the reason in `cause`. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message || String(Object(cause).code) : message
}

/** Whether a host belongs to this machine or its network. */
export function isLocal(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return address === 'localhost' || (isIP(address) > 0 && isPrivateAddress(address))
}
