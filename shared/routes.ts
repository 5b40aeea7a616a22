import type { ActName } from './licensing/acts.ts'

/** Every address of the site. Links, redirects, mails and tests take them from here. */
export const routes = {
  home: '/',
  pricing: '/pricing',
  downloads: '/downloads',
  news: '/news',
  article: (slug: string) => `/news/${slug}`,
  whatsNew: '/whats-new',
  help: '/help',
  helpArticle: (slug: string) => `/help/${slug}`,
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
  shop: '/shop',
  cart: '/shop/cart',
  completed: '/shop/completed',
  completedOrder: (id: string) => `/shop/completed?order=${encodeURIComponent(id)}`,
  orderForgotten: '/shop/completed?forgotten=1',
  disclaimer: '/legal/disclaimer',
  privacy: '/legal/privacy',
  terms: '/legal/terms',
} as const

export const apiRoutes = {
  pricing: '/api/pricing',
  content: '/_content',
  contact: '/api/contact',
  checkout: '/api/checkout',
  order: (id: string) => `/api/orders/${encodeURIComponent(id)}`,
  invoice: (id: string) => `/api/orders/${encodeURIComponent(id)}/invoice.pdf`,
  adjustmentNote: (id: string, refunded: number) =>
    `/api/orders/${encodeURIComponent(id)}/adjustment-notes/${refunded}.pdf`,
  /** A document by its number, also one that was replaced. */
  document: (id: string, number: string) =>
    `/api/orders/${encodeURIComponent(id)}/documents/${encodeURIComponent(number)}.pdf`,
  forgetOrder: '/api/orders/forget',
  resend: (id: string) => `/api/orders/${encodeURIComponent(id)}/resend`,
  activation: '/api/activation',
  deactivation: '/api/activation/deactivate',
  validation: '/api/activation/validate',
  trial: '/api/activation/trial',
  offlineActivation: '/api/activation/offline',
  releases: '/api/releases',
  latestRelease: '/api/releases/latest',
  licenceLookUp: '/api/activation/licence',
  licencesLink: '/api/licences/link',
  licencesMine: '/api/licences/mine',
  licencesEverything: '/api/licences/mine/everything.zip',
  licencesSignOut: '/api/licences/sign-out',
  licencesErasure: '/api/licences/mine/erasure',
  licenceKeys: '/.well-known/licence-keys.json',
} as const

/** Files that machines read. */
export const feedRoutes = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  news: '/news/feed.xml',
  newsJson: '/news/feed.json',
  manifest: '/site.webmanifest',
  security: '/.well-known/security.txt',
} as const

/** Where electron-updater's generic provider looks for each system's feed, and the checksums of every file. */
export const updateRoutes = {
  windows: '/updates/latest.yml',
  macos: '/updates/latest-mac.yml',
  linux: '/updates/latest-linux.yml',
  linuxArm64: '/updates/latest-linux-arm64.yml',
  checksums: '/updates/SHA256SUMS',
} as const

/** What an act on a licence or an order will do, with its form. @param more as `activationId` for a machine */
export function licenceActRoute(act: ActName, id: string, more: Record<string, string> = {}): string {
  return `${routes.licencesChange}?${new URLSearchParams({ act, id, ...more })}`
}
