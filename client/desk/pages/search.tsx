import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { SearchAnswer, SearchResult } from '#shared/desk/answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import { longestSearch } from '#shared/desk/requests/fields.ts'
import { searchKinds } from '#shared/desk/words.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { ask } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { Tag } from '../ui/tag.tsx'
import { useFindable } from '../ui/use-findable.ts'
import { useWhen } from '../ui/when.tsx'

export async function loader(args: LoaderFunctionArgs): Promise<SearchAnswer> {
  const q = new URL(args.request.url).searchParams.get('q') ?? ''
  if (q.trim() === '') return { results: [], more: [] }
  return ask(args, deskApiRoutes.search, { q })
}

export function Component() {
  const { results, more } = useLoaderData<SearchAnswer>()
  const [query] = useSearchParams()
  const { hint, placeholder } = useFindable()
  const text = query.get('q')?.trim() ?? ''
  const first = searchKinds.map(([kind]) => results.find((result) => result.kind === kind)).find(Boolean)
  return (
    <DeskPage
      title={text ? `“${text}”` : 'Search'}
      name={text ? `${text}, search` : 'Search'}
      {...(text && { past: { label: 'Search' } })}
      lead={
        text &&
        (results.length > 0
          ? `${more.length > 0 ? `${results.length} of many finds` : plural(results.length, 'find')}, the likeliest first in each kind.`
          : 'Nothing found.')
      }
      label="Results"
      glass={
        <form className="BigSearch" action={deskRoutes.searchPage}>
          <input
            className="Field-input"
            type="search"
            name="q"
            maxLength={longestSearch}
            defaultValue={text}
            aria-label={placeholder}
            // biome-ignore lint/a11y/noAutofocus: people open the empty search in order to type
            autoFocus={text === ''}
          />
        </form>
      }
    >
      <div className="Stack">
        <div className="Hits">
          {searchKinds.map(([kind, title]) => (
            <Hits
              key={kind}
              title={title}
              results={results.filter((result) => result.kind === kind)}
              first={first}
              more={more.includes(kind) ? text : null}
            />
          ))}
        </div>
        <p className="dim">
          {hint} Capitals, accents and the zeros of a number don’t matter; the beginning of a word is enough,
          and three letters from inside of a name.
        </p>
      </div>
    </DeskPage>
  )
}

type HitsProps = {
  title: string
  results: SearchResult[]
  first: SearchResult | undefined
  /** The list's search with all results; null if all are here. */
  more: string | null
}

/** Rooms whose lists have a search. */
const lists: Partial<Record<SearchResult['kind'], (query: { q: string }) => string>> = {
  order: deskRoutes.ordersLike,
  licence: deskRoutes.licencesLike,
  quote: deskRoutes.quotesLike,
}

function Hits({ title, results, first, more }: HitsProps) {
  const when = useWhen()
  const [{ kind } = {}] = results
  if (!kind) return null
  return (
    <section aria-labelledby={`hits-${kind}`}>
      <h2 id={`hits-${kind}`}>
        {title}, {more === null ? results.length : `the likeliest ${results.length}`}
      </h2>
      <ul className="Ruled">
        {results.map((result) => (
          <li className="Hit" key={result.id} data-lit={result === first ? '' : undefined}>
            <a data-row href={result.href}>
              <Address>{result.title}</Address>
            </a>
            <p>
              <Address>{result.detail}</Address>
            </p>
            <div className="Hit-side">
              {result.status ? <Tag state={result.status} /> : <span />}
              <span>
                {result.total !== undefined && formatMoney(result.total, result.currency ?? 'AUD')}
                {result.updatesUntil && `to ${when.day(result.updatesUntil)}`}
              </span>
              <span>{when.day(result.at)}</span>
            </div>
          </li>
        ))}
      </ul>
      {more !== null && (
        <p className="Hits-more">
          {lists[kind] ? (
            <a href={lists[kind]({ q: more })}>
              All {title.toLowerCase()} with “{more}”
            </a>
          ) : (
            'There are more. Another word finds fewer.'
          )}
        </p>
      )}
    </section>
  )
}
