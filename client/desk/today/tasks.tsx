import type { Task } from '#shared/desk/list-tasks.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { DeskIcon } from '../ui/desk-icon.tsx'

/** Each row links to its task, the first one highlighted. */
export function Tasks({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ol className="Tasks">
      {tasks.map(({ key, sign, what, href, who, sum, act }, index) => (
        <li className="Task" key={key} data-lit={index === 0 ? '' : undefined}>
          <p className="Task-what">
            <Sign sign={sign} />
            <a data-row href={href}>
              {what}
            </a>
          </p>
          <p className="Task-who">{who}</p>
          <p className="Task-sum">{sum}</p>
          <p className="Task-act">{act}</p>
        </li>
      ))}
    </ol>
  )
}

function Sign({ sign }: Pick<Task, 'sign'>) {
  if (sign === 'lamp') return <i className="DeskLamp" />
  return sign === 'clock' || sign === 'letter' ? <DeskIcon name={sign} /> : <Icon name={sign} />
}
