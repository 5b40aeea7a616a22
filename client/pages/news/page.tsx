import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageError } from '../../site/framework/page-error.ts'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { NewsResults } from './news-results.tsx'
import { NewsSearch } from './news-search.tsx'
import { readNewsPage } from './queries.ts'
import { useLiveSearch } from './use-live-search.ts'
import '../../site/styles/page.css'
import '../../site/styles/blank.css'
import '../../site/styles/row-list.css'
import '../../site/styles/field.css'
import '../../site/styles/news.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const page = Number(searchParams.get('page') ?? 1)
  if (!Number.isSafeInteger(page) || page < 1) throw new PageError(404)
  const news = await readNewsPage(context.get(contentContext), page, (searchParams.get('q') ?? '').trim())
  if (page > 1 && news.items.length === 0) throw new PageError(404)
  return news
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { page, search } = loaded
  const live = useLiveSearch(search)
  const { site } = useAppState()
  return (
    <>
      <Seo
        title={titleOf(page, search)}
        cardTitle="News"
        description={`News of ${site.product}: releases, and notes on reading well.`}
        index={search === ''}
      />
      <PageHeader title="News" lead="Releases, and notes on reading well." />
      <section className="section" data-tone="paper">
        <div className="wrap">
          <NewsSearch shown={search} onType={live.setTyped} />
          {live.error ? (
            <p className="NewsSearch-failed" role="alert">
              The search couldn’t be reached. What’s below is what was here before.
            </p>
          ) : null}
          <NewsResults {...(live.found ?? loaded)} pending={live.pending} />
        </div>
      </section>
    </>
  )
}

function titleOf(page: number, search: string): string {
  const list = search ? `News with “${search}”` : 'News'
  return page === 1 ? list : `${list}, page ${page}`
}
