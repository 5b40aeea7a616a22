import { PageLink } from '../site/framework/page-link.tsx'
import type { HelpLink } from './queries.ts'

export function HelpLinks({ articles }: { articles: Pick<HelpLink, 'path' | 'title'>[] }) {
  return (
    <ul className="HelpLinks">
      {articles.map(({ path, title }) => (
        <li key={path}>
          <PageLink to={path}>{title}</PageLink>
        </li>
      ))}
    </ul>
  )
}
