import type { loadScript } from './load-script.ts'
import { VerificationError } from './verification-error.ts'

type Settings = {
  siteKey: string
  version: 2
  size: 'normal'
  baseUrl: string
}

type Appearance = {
  theme: 'light' | 'dark'
  onPassed(): void
  /** Called after two minutes, when a solved check expires. */
  onExpired(): void
  onFailed(error: VerificationError): void
}

type Verification = {
  /**
   * Puts the token into a field of the surrounding form, `g-recaptcha-response`.
   * @throws VerificationError
   */
  render(container: HTMLElement, appearance: Appearance): Promise<VerificationWidget>
}

export type VerificationWidget = { reset(): void }

/** @throws VerificationError 'No key provided', 'No version provided' */
export function createVerification(
  { siteKey, version, size, baseUrl }: Partial<Settings> & { baseUrl: string },
  load: typeof loadScript,
): Verification {
  if (!siteKey) throw new VerificationError('No key provided')
  if (!version) throw new VerificationError('No version provided')

  return {
    async render(container, { theme, onPassed, onExpired, onFailed }) {
      const recaptcha = await load(baseUrl)
      const widget = execute(() =>
        recaptcha.render(container, {
          sitekey: siteKey,
          size: size ?? 'normal',
          theme,
          callback: onPassed,
          'expired-callback': onExpired,
          'error-callback': () => onFailed(new VerificationError('Failed to execute')),
        }),
      )
      return { reset: () => execute(() => recaptcha.reset(widget)) }
    },
  }
}

function execute<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    throw new VerificationError('Failed to execute', { cause })
  }
}
