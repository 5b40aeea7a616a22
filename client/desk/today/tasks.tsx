import type { Task } from '#shared/desk/list-tasks.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { DeskIcon } from '../ui/desk-icon.tsx'
import { WholeNumbers } from '../ui/whole-numbers.tsx'

/** Each row links to its task, and the first one is highlighted. A list with a title has tasks for others, or for nobody. */
export function Tasks({ tasks, title }: { tasks: readonly Task[]; title: string | null }) {
  if (tasks.length === 0) return null
  const List = title === null ? 'ol' : 'ul'
  return (
    <>
      {title && <h2 className="Tasks-title">{title}</h2>}
      <List className="Tasks">
        {tasks.map(({ key, sign, what, href, who, sum, act }, index) => (
          <li className="Task" key={key} data-lit={index === 0 && title === null ? '' : undefined}>
            <p className="Task-what">
              <Sign sign={sign} />
              <a data-row href={href}>
                {what}
              </a>
            </p>
            <p className="Task-who">
              <WholeNumbers>{who}</WholeNumbers>
            </p>
            <p className="Task-sum">{sum}</p>
            <p className="Task-act">{act}</p>
          </li>
        ))}
      </List>
    </>
  )
}

function Sign({ sign }: Pick<Task, 'sign'>) {
  if (sign === 'lamp') return <i className="DeskLamp" />
  return sign === 'clock' || sign === 'letter' ? <DeskIcon name={sign} /> : <Icon name={sign} />
}
