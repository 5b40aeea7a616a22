import { PageLink } from '../site/framework/page-link.tsx'
import { Section } from '../site/ui/section.tsx'

type Neighbour = { label: string; path: string; title: string }

type Props = { label: string; previous: Neighbour | null; next: Neighbour | null }

export function NextUp({ label, previous, next }: Props) {
  if (!previous && !next) return null
  return (
    <Section className="section--tight">
      <nav className="NextUp" aria-label={label}>
        {previous && <NeighbourLink rel="prev" {...previous} />}{' '}
        {next && <NeighbourLink rel="next" {...next} />}
      </nav>
    </Section>
  )
}

function NeighbourLink({ label, rel, path, title }: Neighbour & { rel: string }) {
  return (
    <PageLink className={`NextUp-link NextUp-link--${rel}`} to={path} rel={rel}>
      <small>{label}</small> <strong>{title}</strong>
    </PageLink>
  )
}
