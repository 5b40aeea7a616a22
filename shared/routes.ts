import type { ActName } from './licensing/acts.ts'

export const routes = {
  home: '/',
  pricing: '/pricing',
  downloads: '/downloads',
  news: '/news',
  article: (slug: string) => fill(pagePatterns.article, slug),
  whatsNew: '/whats-new',
  help: '/help',
  helpArticle: (slug: string) => fill(pagePatterns.helpArticle, slug),
  contact: '/contact',
  contactAbout: (path: string) => `/contact?about=${encodeURIComponent(path)}`,
  contactSent: (reference: string) => `/contact?sent=${encodeURIComponent(reference)}#sent`,
  activation: '/activation',
  licences: '/licences',
  licencesSent: '/licences/sent',
  licencesOpen: '/licences/open',
  licencesChange: '/licences/change',
  licencesMove: '/licences/move',
  renew: '/licence/renew',
  stopReminders: '/licence/reminders',
  shop: '/shop',
  cart: '/shop/cart',
  quote: '/shop/quote',
  quoteOf: (id: string) => `/shop/quote?quote=${encodeURIComponent(id)}`,
  completed: '/shop/completed',
  completedOrder: (id: string) => `/shop/completed?order=${encodeURIComponent(id)}`,
  orderForgotten: '/shop/completed?forgotten=1',
  desk: '/desk',
  deskOpen: '/desk/open',
  deskSearch: (text: string) => `/desk/search?q=${encodeURIComponent(text)}`,
  deskOrder: (number: string) => `/desk/orders/${encodeURIComponent(number)}`,
  deskLicence: (id: string) => `/desk/licences/${encodeURIComponent(id)}`,
  deskMessage: (id: string) => `/desk/messages/${encodeURIComponent(id)}`,
  disclaimer: '/legal/disclaimer',
  privacy: '/legal/privacy',
  terms: '/legal/terms',
} as const

export const pagePatterns = { article: '/news/:slug', helpArticle: '/help/:slug' } as const

export const apiPatterns = {
  order: '/api/orders/:id',
  invoice: '/api/orders/:id/invoice.pdf',
  adjustmentNote: '/api/orders/:id/adjustment-notes/:refunded.pdf',
  document: '/api/orders/:id/documents/:number.pdf',
  resend: '/api/orders/:id/resend',
  payByCard: '/api/orders/:id/pay',
  quote: '/api/quotes/:id',
  quotePdf: '/api/quotes/:id/quote.pdf',
  releaseSeat: '/api/licences/mine/licences/:id/release',
  replaceKey: '/api/licences/mine/licences/:id/replace-key',
  moveLicence: '/api/licences/mine/licences/:id/move',
  correctBuyer: '/api/licences/mine/orders/:id/buyer',
  payOrder: '/api/licences/mine/orders/:id/pay',
  cancelOrder: '/api/licences/mine/orders/:id/cancel',
  deskSession: '/api/desk/sessions/:id',
  deskToken: '/api/desk/tokens/:id',
  deskOrder: '/api/desk/orders/:id',
  deskDocument: '/api/desk/orders/:id/documents/:number.pdf',
  deskLicence: '/api/desk/licences/:id',
} as const

export const apiMounts = {
  root: '/api',
  orders: '/api/orders',
  licences: '/api/licences',
  desk: '/api/desk',
} as const

export const apiRoutes = {
  description: '/api/openapi.json',
  pricing: '/api/pricing',
  content: '/_content',
  contact: '/api/contact',
  helpClear: '/api/help/clear',
  checkout: '/api/checkout',
  order: (id: string) => fill(apiPatterns.order, id),
  invoice: (id: string) => fill(apiPatterns.invoice, id),
  adjustmentNote: (id: string, refunded: number) => fill(apiPatterns.adjustmentNote, id, String(refunded)),
  /** Serves replaced documents too. */
  document: (id: string, number: string) => fill(apiPatterns.document, id, number),
  forgetOrder: '/api/orders/forget',
  resend: (id: string) => fill(apiPatterns.resend, id),
  payByCard: (id: string) => fill(apiPatterns.payByCard, id),
  cartPrice: '/api/cart/price',
  quotes: '/api/quotes',
  quote: (id: string) => fill(apiPatterns.quote, id),
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
  licencesMine: '/api/licences/mine',
  licencesEverything: '/api/licences/mine/everything.zip',
  licencesSignOut: '/api/licences/sign-out',
  licencesErasure: '/api/licences/mine/erasure',
  licenceKeys: '/.well-known/licence-keys.json',
  deskLink: '/api/desk/link',
  deskSignOut: '/api/desk/sign-out',
  deskMe: '/api/desk/me',
  deskSessions: '/api/desk/sessions',
  deskTokens: '/api/desk/tokens',
  deskAudit: '/api/desk/audit',
  deskSearch: '/api/desk/search',
  deskOrders: '/api/desk/orders',
  deskOrder: (id: string) => fill(apiPatterns.deskOrder, id),
  deskDocument: (id: string, number: string) => fill(apiPatterns.deskDocument, id, number),
  deskLicences: '/api/desk/licences',
  deskLicence: (id: string) => fill(apiPatterns.deskLicence, id),
} as const

/** Files of the build that pages link to. */
export const fileRoutes = { softwareLicences: '/software-licences.txt' } as const

export const feedRoutes = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  news: '/news/feed.xml',
  newsJson: '/news/feed.json',
  manifest: '/site.webmanifest',
  security: '/.well-known/security.txt',
} as const

/** electron-updater's generic provider looks for its feeds here. */
export const updateRoutes = {
  windows: '/updates/latest.yml',
  macos: '/updates/latest-mac.yml',
  linux: '/updates/latest-linux.yml',
  linuxArm64: '/updates/latest-linux-arm64.yml',
  checksums: '/updates/SHA256SUMS',
} as const

export const operationRoutes = { health: '/healthz', readiness: '/readyz', metrics: '/metrics' } as const

export function licenceActRoute(act: ActName, id: string, more: Record<string, string> = {}): string {
  return `${routes.licencesChange}?${new URLSearchParams({ act, id, ...more })}`
}

function fill(pattern: string, ...values: string[]): string {
  let next = 0
  return pattern.replace(/:\w+/g, () => encodeURIComponent(values[next++] ?? ''))
}
