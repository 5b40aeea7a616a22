import { documentDay } from '#shared/calendar/calendar.ts'
import type { PreloadedState } from '#shared/pages/render.ts'
import type { HelpDocument } from '../../content/documents.ts'
import { organization, type Thing } from '../../site/seo/structured-data.ts'

export function helpArticle(state: Pick<PreloadedState, 'site' | 'config'>, article: HelpDocument): Thing {
  const publisher = organization(state)
  return {
    '@type': 'TechArticle',
    headline: article.title,
    description: article.description,
    dateModified: documentDay(state.site.company.timeZone, article.updated),
    mainEntityOfPage: state.config.siteUrl + article.path,
    author: publisher,
    publisher,
  }
}
