import { use, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ContentContext } from '../../content/content-context.ts'
import { useTypedSearch } from '../../content/use-typed-search.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageError } from '../../site/framework/page-error.ts'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { NewsSearch } from './news-search.tsx'
import { NewsYears } from './news-years.tsx'
import { Pager } from './pager.tsx'
import { type NewsPage, readNewsPage } from './queries.ts'
import { SearchResults } from './search-results.tsx'
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
      <Section>
        <NewsSearch shown={search} onType={live.setTyped} />
        {live.error ? (
          <p className="NewsSearch-failed" role="alert">
            The search couldn’t be reached. What’s below is what was here before.
          </p>
        ) : null}
        <NewsResults {...(live.found ?? loaded)} pending={live.pending} />
      </Section>
    </>
  )
}

function titleOf(page: number, search: string): string {
  const list = search ? `News with “${search}”` : 'News'
  return page === 1 ? list : `${list}, page ${page}`
}

/** Dimmed while a newer answer is pending. */
function NewsResults({ items, page, search, hasOlder, pending }: NewsPage & { pending: boolean }) {
  return (
    <div className="NewsResults" aria-busy={pending}>
      {search ? (
        <SearchResults items={items} search={search} />
      ) : (
        <NewsYears items={items} lead={page === 1} />
      )}
      <Pager page={page} search={search} hasOlder={hasOlder} />
      <p className="vh" role="status">
        {search && !pending && `${items.length === 0 ? 'Nothing' : items.length} found for ${search}`}
      </p>
    </div>
  )
}

/** @param shown the loaded page's search */
function useLiveSearch(shown: string) {
  const [typed, setTyped] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  const content = use(ContentContext)
  const search = typed.trim()
  const { data, pending, error } = useTypedSearch(search, shown, () => readNewsPage(content, 1, search))

  // The visitor opened another search or went back.
  if (shown !== lastShown) {
    setLastShown(shown)
    setTyped(shown)
  }

  return { setTyped, pending, error, found: search === shown ? null : data }
}
