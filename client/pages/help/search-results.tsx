import { FoundNote } from '../../help/found-note.tsx'
import type { Found } from '../../help/search.ts'
import { PageLink } from '../../site/framework/page-link.tsx'

/** Best match first. */
export function SearchResults({ search, found }: { search: string; found: Found[] }) {
  return (
    <section className="section" data-tone="paper" aria-labelledby="results">
      <div className="wrap">
        <h2 className="Split-title Results-title" id="results">
          {found.length > 0 ? `Found for “${search}”` : `Nothing found for “${search}”.`}
        </h2>
        {found.length === 0 && <p>Try fewer words, or look through the help below.</p>}
        <ol className="RowList" hidden={found.length === 0}>
          {found.map((hit) => (
            <li className="RowList-row Result" key={hit.path}>
              <h3 className="RowList-title">
                <PageLink to={hit.path}>{hit.title}</PageLink>
              </h3>
              <p className="RowList-text">
                <FoundNote {...hit} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
