import { documentDay } from '#shared/calendar.ts'
import { cardAddress } from '#shared/card.ts'
import type { PreloadedState } from '#shared/render.ts'
import { routes } from '#shared/routes.ts'
import { organization, type Thing } from '../../seo/structured-data.ts'

/** @param trail names and paths from the home page's child to the page itself */
export function breadcrumbs(siteUrl: string, trail: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: routes.home }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  }
}

type Article = {
  title: string
  description: string
  date: string
  updated?: string | undefined
  path: string
}

export function newsArticle(state: Pick<PreloadedState, 'site' | 'config'>, article: Article): Thing {
  const { site, config } = state
  const publisher = organization(state)
  const { timeZone } = site.company
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.description,
    datePublished: documentDay(timeZone, article.date),
    dateModified: documentDay(timeZone, article.updated ?? article.date),
    mainEntityOfPage: config.siteUrl + article.path,
    image: config.siteUrl + cardAddress({ ...site, ...article }),
    author: publisher,
    publisher,
  }
}
