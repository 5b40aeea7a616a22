import type { ReactNode } from 'react'
import { useAppState } from '../app-state.tsx'
import { Seo } from '../seo/seo.tsx'
import { breadcrumbs, type Thing } from '../seo/structured-data.ts'
import { PageHeader } from '../ui/page-header.tsx'

type Props = {
  article: { title: string; description: string; path: string }
  /** Breadcrumbs lead through this page. */
  list: { name: string; path: string }
  /** Structured data of the article. */
  thing: Thing
  past: ReactNode
}

export function ArticleHead({ article: { title, description, path }, list, thing, past }: Props) {
  const { siteUrl } = useAppState().config
  const things = [thing, breadcrumbs(siteUrl, [list, { name: title, path }])]
  return (
    <>
      <Seo title={title} description={description} type="article" things={things} />
      <PageHeader past={past} title={title} compact />
    </>
  )
}
