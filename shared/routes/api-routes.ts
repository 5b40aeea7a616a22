import type { Platform } from '../releases/releases.ts'
import { fill, loaderRoutes, orderPattern, quotePattern } from './routes.ts'

export const apiPatterns = {
  order: orderPattern,
  invoice: '/api/orders/:id/invoice.pdf',
  adjustmentNote: '/api/orders/:id/adjustment-notes/:refunded.pdf',
  document: '/api/orders/:id/documents/:number.pdf',
  eInvoice: '/api/orders/:id/documents/:number.xml',
  resend: '/api/orders/:id/resend',
  payByCard: '/api/orders/:id/pay',
  cancelUnpaid: '/api/orders/:id/cancel',
  refundAccount: '/api/orders/:id/refund-account',
  quote: quotePattern,
  quotePdf: '/api/quotes/:id/quote.pdf',
  releaseSeat: '/api/licences/mine/licences/:id/release',
  enrol: '/api/licences/mine/licences/:id/enrol',
  endEnrolment: '/api/licences/mine/licences/:id/end-enrolment',
  replaceKey: '/api/licences/mine/licences/:id/replace-key',
  moveLicence: '/api/licences/mine/licences/:id/move',
  correctBuyer: '/api/licences/mine/orders/:id/buyer',
  payOrder: '/api/licences/mine/orders/:id/pay',
  cancelOrder: '/api/licences/mine/orders/:id/cancel',
} as const

export const apiMounts = {
  root: '/api',
  orders: '/api/orders',
  licences: '/api/licences',
} as const

export const apiRoutes = {
  ...loaderRoutes,
  description: '/api/openapi.json',
  deskDescription: '/api/openapi-desk.json',
  contact: '/api/contact',
  helpClear: '/api/help/clear',
  checkout: '/api/checkout',
  invoice: (id: string) => fill(apiPatterns.invoice, id),
  adjustmentNote: (id: string, refunded: number) => fill(apiPatterns.adjustmentNote, id, String(refunded)),
  document: (id: string, number: string) => fill(apiPatterns.document, id, number),
  eInvoice: (id: string, number: string) => fill(apiPatterns.eInvoice, id, number),
  forgetOrder: '/api/orders/forget',
  resend: (id: string) => fill(apiPatterns.resend, id),
  payByCard: (id: string) => fill(apiPatterns.payByCard, id),
  cancelUnpaid: (id: string) => fill(apiPatterns.cancelUnpaid, id),
  refundAccount: (id: string) => fill(apiPatterns.refundAccount, id),
  cartPrice: '/api/cart/price',
  quotes: '/api/quotes',
  quotePdf: (id: string) => fill(apiPatterns.quotePdf, id),
  stripeWebhook: '/api/webhooks/stripe',
  activation: '/api/activation',
  deactivation: '/api/activation/deactivate',
  validation: '/api/activation/validate',
  trial: '/api/activation/trial',
  offlineActivation: '/api/activation/offline',
  releases: '/api/releases',
  latestRelease: '/api/releases/latest',
  licenceQuote: '/api/licences/quote',
  licenceLookUp: '/api/activation/licence',
  licencesLink: '/api/licences/link',
  licencesEverything: '/api/licences/mine/everything.zip',
  licencesSignOut: '/api/licences/sign-out',
  licencesErasure: '/api/licences/mine/erasure',
  licenceKeys: '/.well-known/licence-keys.json',
} as const

type UpdateFeed = Platform | 'linuxArm64'

/** Where electron-updater's generic provider looks for its feeds, and Sparkle for its appcast. */
export const updateRoutes = {
  windows: '/updates/latest.yml',
  macos: '/updates/latest-mac.yml',
  linux: '/updates/latest-linux.yml',
  linuxArm64: '/updates/latest-linux-arm64.yml',
  checksums: '/updates/SHA256SUMS',
  appcast: '/updates/appcast.xml',
} as const satisfies Record<UpdateFeed | 'checksums' | 'appcast', string>

/** Where electron-updater looks if its `channel` is 'beta'. */
export const betaUpdateRoutes = {
  windows: '/updates/beta.yml',
  macos: '/updates/beta-mac.yml',
  linux: '/updates/beta-linux.yml',
  linuxArm64: '/updates/beta-linux-arm64.yml',
} as const satisfies Record<UpdateFeed, string>

/** Tauri fills `{{target}}/{{arch}}/{{current_version}}`. */
export const tauriUpdatePattern = '/updates/tauri/:target/:arch/:version'

/** The same feeds for a machine with a seat, identified by its token. */
export const machineUpdatePatterns = {
  feed: '/updates/:token/:feed',
  tauri: '/updates/:token/tauri/:target/:arch/:version',
} as const

/** The base address of a machine's feeds. */
export function updatesOf(token: string): string {
  return `/updates/${token}`
}
