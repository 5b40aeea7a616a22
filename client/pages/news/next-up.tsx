import { PageLink } from '../../framework/page-link.tsx'
import type { ArticlePage } from './queries.ts'

/** The articles before and after this one. */
export function NextUp({ newer, older }: Pick<ArticlePage, 'newer' | 'older'>) {
  if (!newer && !older) return null
  return (
    <section className="section section--tight" data-tone="paper">
      <div className="wrap">
        <nav className="NextUp" aria-label="More news">
          {older && <Neighbour label="Older" rel="prev" {...older} />}{' '}
          {newer && <Neighbour label="Newer" rel="next" {...newer} />}
        </nav>
      </div>
    </section>
  )
}

function Neighbour({ label, rel, path, title }: { label: string; rel: string; path: string; title: string }) {
  return (
    <PageLink className={`NextUp-link NextUp-link--${rel}`} to={path} rel={rel}>
      <small>{label}</small> <strong>{title}</strong>
    </PageLink>
  )
}
