import type { Wait } from '#shared/desk/list-tasks.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { DeskIcon } from '../ui/desk-icon.tsx'

/** Each row is a link to what it says, the first one lit. */
export function Waits({ waits }: { waits: readonly Wait[] }) {
  return (
    <ol className="Waits">
      {waits.map(({ key, sign, what, href, who, sum, act }, index) => (
        <li className="Wait" key={key} data-lit={index === 0 ? '' : undefined}>
          <p className="Wait-what">
            <Sign sign={sign} />
            <a data-row href={href}>
              {what}
            </a>
          </p>
          <p className="Wait-who">{who}</p>
          <p className="Wait-sum">{sum}</p>
          <p className="Wait-act">{act}</p>
        </li>
      ))}
    </ol>
  )
}

function Sign({ sign }: Pick<Wait, 'sign'>) {
  if (sign === 'lamp') return <i className="DeskLamp" />
  return sign === 'clock' || sign === 'letter' ? <DeskIcon name={sign} /> : <Icon name={sign} />
}
