import type { PreloadedState } from '#shared/pages/render.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { routes } from '#shared/routes/routes.ts'

/** A schema.org object. */
export type Thing = { '@type': string; [property: string]: unknown }

export function organization({ site, config }: Pick<PreloadedState, 'site' | 'config'>): Thing {
  return {
    '@type': 'Organization',
    '@id': `${config.siteUrl}/#organization`,
    name: site.company.name,
    url: `${config.siteUrl}/`,
    logo: `${config.siteUrl}/icons/icon-512.png`,
    email: site.company.email,
  }
}

/** Has an offer for each price, and none if there are no prices. */
export function softwareApplication(
  { site, config, latestRelease }: Pick<PreloadedState, 'site' | 'config' | 'latestRelease'>,
  pricing: Pricing | null,
): Thing {
  return {
    '@type': 'SoftwareApplication',
    name: site.product,
    description: site.description,
    url: `${config.siteUrl}/`,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Windows, macOS, Linux',
    softwareVersion: latestRelease.version,
    publisher: { '@id': `${config.siteUrl}/#organization` },
    ...(pricing && {
      offers: pricing.products.map((product) => offer(product, pricing.currency, config.siteUrl)),
    }),
  }
}

function offer(product: Pricing['products'][number], currency: string, siteUrl: string): Thing {
  return {
    '@type': 'Offer',
    name: product.name,
    sku: product.sku,
    price: (product.unitAmount / 100).toFixed(2),
    priceCurrency: currency,
    availability: 'https://schema.org/InStock',
    url: siteUrl + routes.shop,
  }
}
