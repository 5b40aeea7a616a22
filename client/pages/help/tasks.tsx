import { HelpLinks } from '../../help/help-links.tsx'
import type { HelpLink } from '../../help/queries.ts'

/** Groups articles by the reader's task. */
export function Tasks({ tasks }: { tasks: { task: string; articles: HelpLink[] }[] }) {
  return (
    <div className="Tasks">
      {tasks.map(({ task, articles }) => (
        <section className="Task" key={task}>
          <h2>{task}</h2>
          <HelpLinks className="Task-list" articles={articles} />
        </section>
      ))}
    </div>
  )
}
