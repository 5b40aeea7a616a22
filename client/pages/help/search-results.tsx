import { useEffect } from 'react'
import { helpApiRoutes, helpRoutes } from '#shared/help/help-routes.ts'
import type { HelpAnswer } from '#shared/help/help-search.ts'
import { FoundNote } from '../../help/found-note.tsx'
import { postQuietly } from '../../help/post-quietly.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { Section } from '../../site/ui/section.tsx'

type Props = { search: string; answer: HelpAnswer }

/** Best match first. */
export function SearchResults({ search, answer: { found, unknown, isNear } }: Props) {
  useTellMissed(search, isNear)
  return (
    <Section aria-labelledby="results">
      <h2 className="Results-title" id="results">
        {found.length > 0 ? `Found for “${search}”` : `Nothing found for “${search}”.`}
      </h2>
      {!isNear && <NotNear search={search} unknown={unknown} found={found.length} />}
      <ol className="RowList Ruled" hidden={found.length === 0}>
        {found.map((hit) => (
          <li className="RowList-row Result" key={hit.path}>
            <h3 className="RowList-title">
              <PageLink to={hit.path}>{hit.title}</PageLink>
            </h3>
            <p className="RowList-text">{hit.excerpt}</p>
            <p className="Result-note">
              <FoundNote {...hit} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function NotNear({ search, unknown, found }: { search: string; unknown: string[]; found: number }) {
  return (
    <div className="Result-none">
      <p>
        {unknown.length > 0 && (
          <span>{`We have nothing about ${unknown.map((word) => `“${word}”`).join(', ')}.`}</span>
        )}{' '}
        <span>{found > 0 ? 'These pages have a part of it.' : 'Ask us: a person answers by email.'}</span>
      </p>
      <ButtonLink to={helpRoutes.askUs(search)}>Write to us</ButtonLink>
    </div>
  )
}

/** Reports a search without a good result, so that the owner sees what the help lacks. */
function useTellMissed(search: string, isNear: boolean) {
  const { apiBaseUrl } = useAppState().config
  useEffect(() => {
    if (!isNear) postQuietly(apiBaseUrl + helpApiRoutes.missed, { words: search })
  }, [apiBaseUrl, search, isNear])
}
