import { createHmac } from 'node:crypto'

/**
 * Standard Webhooks, symmetric signatures: one per secret, so that receivers can rotate theirs at any time.
 * @param secrets `whsec_` and the key in base64, newest first
 * @param id constant across attempts, so that receivers can detect repeats
 */
export function webhookHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
