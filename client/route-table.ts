import { routes } from '#shared/routes/routes.ts'
import type { PageRoute } from './site/framework/create-routes.tsx'

/**
 * All pages, also for the sitemap, preview cards and tests of every page. Entries may name middleware, and a
 * `validate` that decides about a 404.
 */
export const routeTable: readonly PageRoute[] = [
  { path: routes.home, page: 'home', layout: 'home' },
  { path: routes.pricing, page: 'pricing', layout: 'default' },
  { path: routes.downloads, page: 'downloads', layout: 'default', query: { channel: /^(beta)?$/ } },
  {
    path: routes.news,
    page: 'news',
    layout: 'default',
    // Only unsearched lists are stored, because searches vary too much.
    query: { page: /^[1-9]\d{0,3}$/, q: /^$/ },
  },
  { path: routes.article('*'), page: 'article', layout: 'default' },
  { path: routes.whatsNew, page: 'whats-new', layout: 'default' },
  { path: routes.help, page: 'help', layout: 'default', query: { q: /^$/ } },
  { path: routes.helpArticle('*'), page: 'help-article', layout: 'default' },
  {
    path: routes.contact,
    page: 'contact',
    query: { sent: /^$/, about: /^$/, question: /^$/ },
    layout: 'default',
  },
  { path: routes.activation, page: 'activation', layout: 'default' },
  { path: routes.licences, page: 'licences', layout: 'default', index: false, personal: true },
  { path: routes.licencesSent, page: 'licences-sent', layout: 'default', index: false, personal: true },
  { path: routes.licencesOpen, page: 'licences-open', layout: 'default', index: false, personal: true },
  { path: routes.licencesChange, page: 'licences-change', layout: 'default', index: false, personal: true },
  { path: routes.licencesMove, page: 'licences-move', layout: 'default', index: false, personal: true },
  { path: routes.renew, page: 'renew', layout: 'default', index: false },
  { path: routes.unsubscribe, page: 'unsubscribe', layout: 'default', index: false, personal: true },
  { path: routes.shop, page: 'shop', layout: 'default' },
  { path: routes.cart, page: 'cart', layout: 'default', index: false },
  { path: routes.quote, page: 'quote', layout: 'default', index: false, personal: true },
  { path: routes.completed, page: 'completed', layout: 'default', index: false, personal: true },
  { path: routes.disclaimer, page: 'disclaimer', layout: 'default' },
  { path: routes.privacy, page: 'privacy', layout: 'default' },
  { path: routes.terms, page: 'terms', layout: 'default' },
]
