import { Fragment, useState } from 'react'
import { Helmet } from 'react-helmet-async'
import { useLocation, useMatches } from 'react-router'
import { cardAddress, cardSize } from '#shared/pages/card.ts'
import { useAppState } from '../framework/app-state.tsx'
import type { RouteHandle } from '../framework/create-routes.tsx'
import { escapeJson } from '../framework/preloaded-state.ts'
import { useHydrated } from '../framework/use-hydrated.ts'
import type { Thing } from './structured-data.ts'

type Props = {
  title: string
  /** The preview picture's title; defaults to the page's. */
  cardTitle?: string
  description?: string | undefined
  /** False hides this address from search engines; the route table hides whole pages. */
  index?: boolean
  type?: 'website' | 'article'
  things?: Thing[]
}

/** In the browser React itself moves the elements to the head, so it needn't load Helmet's 4.6 KB. */
const Head = import.meta.env.SSR ? Helmet : Fragment

/** The only place that writes titles, meta tags and structured data. */
export function Seo({
  title,
  cardTitle = title,
  description,
  index = true,
  type = 'website',
  things = [],
}: Props) {
  const { site, config } = useAppState()
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const isIndexed = index && handle?.index !== false
  const canonical = config.siteUrl + useCanonicalPath()
  const summary = description ?? site.description
  const image = config.siteUrl + cardAddress({ ...site, title: cardTitle, description: summary })
  return (
    <>
      <Head>
        <title>{`${title} - ${site.product}`}</title>
        <meta name="description" content={summary} />
        <meta name="keywords" content={site.keywords.join(', ')} />
        {isIndexed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
        <meta property="og:type" content={type} />
        <meta property="og:site_name" content={site.product} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={summary} />
        <meta property="og:url" content={canonical} />
        <meta property="og:image" content={image} />
        <meta property="og:image:width" content={String(cardSize.width)} />
        <meta property="og:image:height" content={String(cardSize.height)} />
        <meta property="og:image:alt" content={`${site.product}: ${cardTitle}. ${summary}`} />
        <meta property="og:locale" content="en_AU" />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:title" content={title} />
        <meta name="twitter:description" content={summary} />
        <meta name="twitter:image" content={image} />
      </Head>
      {things.map((thing, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several may have the same type, and they keep their order
        <JsonLd key={index} thing={thing} />
      ))}
    </>
  )
}

/** The canonical address keeps only `page` of a list's query. */
function useCanonicalPath(): string {
  const { pathname, search } = useLocation()
  const page = new URLSearchParams(search).get('page')
  return page && /^\d+$/.test(page) && page !== '1' ? `${pathname}?page=${page}` : pathname
}

/**
 * Structured data for crawlers. Only the initial HTML contains it, because Trusted Types forbid scripts that
 * write scripts.
 */
function JsonLd({ thing }: { thing: Thing }) {
  const isLater = useHydrated()
  const [json] = useState(isLater ? null : () => toJson(thing))
  if (json === null) return null
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

function toJson(thing: Thing): string {
  return escapeJson(JSON.stringify({ '@context': 'https://schema.org', ...thing }))
}
