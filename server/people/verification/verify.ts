import { z } from 'zod'
import { type Config, testKeys } from '../../config.ts'
import type { Log } from '../../runtime/log.ts'

/** `unavailable` means a failure of the site or the service, never of the visitor. */
export type Verdict = 'ok' | 'failed' | 'unavailable'

export type Verifier = {
  /** A token works once, within two minutes. @param token from the widget; never logged */
  verify(token: string, remoteIp?: string): Promise<Verdict>
}

/**
 * reCAPTCHA version 2, https://developers.google.com/recaptcha/docs/verify
 * @param recaptcha null in a demonstration, where every check passes without a request
 */
export function createVerifier(
  { recaptcha, siteUrl }: Pick<Config, 'recaptcha' | 'siteUrl'>,
  log: Log,
  { timeoutMs = 5000 } = {},
): Verifier {
  if (recaptcha === null) return { verify: async () => 'ok' }
  const { secretKey, baseUrl } = recaptcha

  async function ask(token: string, remoteIp: string | undefined): Promise<Verdict> {
    const { default: fetch } = await import('node-fetch')
    const response = await fetch(`${baseUrl}/api/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({
        secret: secretKey,
        response: token,
        ...(remoteIp && { remoteip: remoteIp }),
      }),
      redirect: 'error',
      size: 64 * 1024,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The verification service answered with ${response.status}`)
    const answer = answerSchema.parse(await response.json())
    if (answer.score !== undefined)
      throw new Error('The keys are of version 3, whose answers let everybody pass')
    if (answer.success) return isFromHere(answer.hostname) ? 'ok' : 'failed'
    const ours = answer['error-codes'].filter((code) => !faultsOfToken.has(code))
    if (ours.length > 0) throw new Error(`The verification service refused us: ${ours.join(', ')}`)
    return 'failed'
  }

  /** Refuses tokens from visitors of other sites. Answers for the test keys name a host of Google's. */
  function isFromHere(hostname: string | undefined): boolean {
    if (secretKey === testKeys.secret || hostname === new URL(siteUrl).hostname) return true
    log.warn({ hostname }, 'a human verification came from another site')
    return false
  }

  return {
    async verify(token, remoteIp) {
      if (token === '') return 'failed'
      try {
        return await ask(token, remoteIp)
      } catch (error) {
        log.error({ err: error }, 'human verification is unavailable')
        return 'unavailable'
      }
    },
  }
}

const answerSchema = z.object({
  success: z.boolean(),
  /** Only version 3 sends a score. */
  score: z.unknown().optional(),
  hostname: z.string().max(255).optional(),
  'error-codes': z.array(z.string().max(100)).default([]),
})

/** Another try of the visitor can fix these. Others, such as `invalid-input-secret`, are the site's fault. */
const faultsOfToken = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'])
