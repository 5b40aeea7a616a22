import type { ActName } from '../licensing/acts.ts'

export const routes = {
  home: '/',
  pricing: '/pricing',
  downloads: '/downloads',
  downloadsOf: (channel: string) => `/downloads?channel=${channel}`,
  news: '/news',
  article: (rest: string) => `/news/${rest}`,
  whatsNew: '/whats-new',
  help: '/help',
  helpArticle: (rest: string) => `/help/${rest}`,
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
  unsubscribe: '/licences/unsubscribe',
  shop: '/shop',
  cart: '/shop/cart',
  quote: '/shop/quote',
  quoteOf: (id: string) => `/shop/quote?quote=${encodeURIComponent(id)}`,
  completed: '/shop/completed',
  completedOrder: (id: string) => `/shop/completed?order=${encodeURIComponent(id)}`,
  orderForgotten: '/shop/completed?forgotten=1',
  disclaimer: '/legal/disclaimer',
  privacy: '/legal/privacy',
  terms: '/legal/terms',
} as const

export const orderPattern = '/api/orders/:id'
export const quotePattern = '/api/quotes/:id'

export const loaderRoutes = {
  pricing: '/api/pricing',
  content: '/_content',
  order: (id: string) => fill(orderPattern, id),
  quote: (id: string) => fill(quotePattern, id),
  licencesMine: '/api/licences/mine',
} as const

export const fileRoutes = { softwareLicences: '/software-licences.txt' } as const

export const feedRoutes = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  news: '/news/feed.xml',
  newsJson: '/news/feed.json',
  manifest: '/site.webmanifest',
  security: '/.well-known/security.txt',
} as const

export const operationRoutes = { health: '/healthz', readiness: '/readyz', metrics: '/metrics' } as const

export function licenceActRoute(act: ActName, id: string, more: Record<string, string> = {}): string {
  return `${routes.licencesChange}?${new URLSearchParams({ act, id, ...more })}`
}

export function fill(pattern: string, ...values: string[]): string {
  let next = 0
  return pattern.replace(/:\w+/g, () => encodeURIComponent(values[next++] ?? ''))
}
