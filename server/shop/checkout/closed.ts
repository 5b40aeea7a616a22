import type { Site } from '#shared/seller/site.ts'
import { type Config, testKeys } from '../../config.ts'
import type { Seller } from '../../context.ts'
import { AppError } from '../../web/http/errors.ts'
import { isTestKey } from '../payments/stripe-dashboard.ts'

/** Names settings that are still placeholders on a public site, so that invoices name a real seller. */
export function findPlaceholdersInSale(
  { siteUrl, recaptcha, stripe }: Pick<Config, 'siteUrl' | 'recaptcha' | 'stripe'>,
  { company, bankAccount }: Pick<Site, 'company' | 'bankAccount'>,
): string[] {
  if (!isPublic(siteUrl)) return []
  const placeholders: [name: string, isPlaceholder: boolean][] = [
    ['company.abn', isZeros(company.abn)],
    // RFC 2606 reserves the name for examples.
    ['company.email', company.email.endsWith('.example')],
    ['bankAccount.bsb', isZeros(bankAccount.bsb)],
    ['bankAccount.number', isZeros(bankAccount.number)],
    ['RECAPTCHA_SITE_KEY', recaptcha?.siteKey === testKeys.site],
    ['STRIPE_SECRET_KEY', stripe !== null && isTestKey(stripe.secretKey)],
  ]
  return placeholders.filter(([, isPlaceholder]) => isPlaceholder).map(([name]) => name)
}

/** @returns reason why the checkout is closed; null if it is open */
export function whyClosed({ config, library }: Seller): string | null {
  if (config.allowPlaceholders) return null
  const names = findPlaceholdersInSale(config, library.typed.site)
  return names.length === 0 ? null : sayClosed(names)
}

/** Tells the owner which settings to replace. */
export function sayClosed(names: readonly string[]): string {
  return `checkout is closed, because these are placeholders or test keys: ${names.join(', ')}`
}

export const howToOpen =
  'Set your own in site.yml and the environment, or ALLOW_PLACEHOLDERS=1 for a trial. See: npm run admin -- doctor'

/** @throws AppError 403 `checkout_closed` */
export function requireOpenCheckout(shop: Seller): void {
  if (whyClosed(shop) === null) return
  const detail = 'This shop isn’t open yet, so nothing can be ordered here. Nothing has been charged.'
  throw new AppError(403, 'checkout_closed', detail)
}

function isZeros(number: string | null | undefined): boolean {
  const digits = number?.match(/\d/g) ?? []
  return digits.length > 0 && digits.every((digit) => digit === '0')
}

function isPublic(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
