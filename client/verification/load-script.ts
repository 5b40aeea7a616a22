import { VerificationError } from './verification-error.ts'

/** The API of reCAPTCHA's explicit rendering (https://developers.google.com/recaptcha/docs/display#js_api). */
export type Recaptcha = {
  render(container: HTMLElement, options: RenderOptions): number
  reset(widget: number): void
}

type RenderOptions = {
  sitekey: string
  size: 'normal'
  theme: 'light' | 'dark'
  callback(): void
  'expired-callback'(): void
  'error-callback'(): void
}

const onload = 'onRecaptchaLoad'
const patience = 15_000

type Global = { grecaptcha?: Partial<Recaptcha>; [onload]?: () => void }

/** A page can load only one such script. */
let loading: Promise<Recaptcha> | null = null

/**
 * Loads the third party's script on first use.
 * @throws VerificationError 'Failed to load script', also after 15 s; the next call tries again
 */
export function loadScript(baseUrl: string): Promise<Recaptcha> {
  loading ??= insertScript(baseUrl).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function insertScript(baseUrl: string): Promise<Recaptcha> {
  const page = window as Global
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const settle = () => {
      clearTimeout(timer)
      if (typeof page.grecaptcha?.render === 'function') return resolve(page.grecaptcha as Recaptcha)
      script.remove()
      reject(new VerificationError('Failed to load script'))
    }
    const timer = setTimeout(settle, patience)
    page[onload] = settle
    script.src = `${baseUrl}/api.js?render=explicit&trustedtypes=true&onload=${onload}`
    script.async = true
    script.onerror = settle
    document.head.append(script)
  })
}
