import type { ReactNode } from 'react'
import { documentDay } from '#shared/calendar/calendar.ts'
import { cardAddress } from '#shared/pages/card.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../site/framework/app-state.tsx'
import { Seo } from '../site/seo/seo.tsx'
import { organization, type Thing } from '../site/seo/structured-data.ts'
import { PageHeader } from '../site/ui/page-header.tsx'
import '../site/styles/page.css'
import '../site/styles/prose.css'
import '../site/styles/toc.css'
import '../site/styles/news.css'
import '../site/styles/legal.css'

type Props = {
  article: { title: string; description: string; path: string }
  type: 'NewsArticle' | 'TechArticle'
  changed: string
  /** Set only for news. */
  published?: string
  /** The list page, which the breadcrumbs include. */
  list: { name: string; path: string }
  past: ReactNode
}

export function ArticleHead({ article, type, changed, published, list, past }: Props) {
  const state = useAppState()
  const { title, description, path } = article
  const { siteUrl } = state.config
  const { timeZone } = state.site.company
  const publisher = organization(state)
  const thing: Thing = {
    '@type': type,
    headline: title,
    description,
    ...(published && {
      datePublished: documentDay(timeZone, published),
      image: siteUrl + cardAddress({ ...state.site, ...article }),
    }),
    dateModified: documentDay(timeZone, changed),
    mainEntityOfPage: siteUrl + path,
    author: publisher,
    publisher,
  }
  const things = [thing, breadcrumbs(siteUrl, [list, { name: title, path }])]
  return (
    <>
      <Seo title={title} description={description} type="article" things={things} />
      <PageHeader past={past} title={title} compact />
    </>
  )
}

/** @param trail names and paths from the home page's child down to the page itself */
function breadcrumbs(siteUrl: string, trail: { name: string; path: string }[]): Thing {
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
