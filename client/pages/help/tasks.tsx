import { PageLink } from '../../framework/page-link.tsx'
import type { HelpLink } from '../../help/queries.ts'

/** The start page's lists: what somebody wants to do, and the articles on it. */
export function Tasks({ tasks }: { tasks: { task: string; articles: HelpLink[] }[] }) {
  return (
    <div className="Tasks">
      {tasks.map(({ task, articles }) => (
        <section className="Task" key={task}>
          <h2>{task}</h2>
          <ul className="Task-list">
            {articles.map(({ path, title }) => (
              <li key={path}>
                <PageLink to={path}>{title}</PageLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
