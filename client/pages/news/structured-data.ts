import { documentDay } from '#shared/calendar/calendar.ts'
import { cardAddress } from '#shared/pages/card.ts'
import type { PreloadedState } from '#shared/pages/render.ts'
import { organization, type Thing } from '../../site/seo/structured-data.ts'

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
