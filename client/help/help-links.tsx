import { PageLink } from '../site/framework/page-link.tsx'
import type { HelpLink } from './queries.ts'

type Props = { className: string; articles: Pick<HelpLink, 'path' | 'title'>[] }

export function HelpLinks({ className, articles }: Props) {
  return (
    <ul className={className}>
      {articles.map(({ path, title }) => (
        <li key={path}>
          <PageLink to={path}>{title}</PageLink>
        </li>
      ))}
    </ul>
  )
}
