import { useSearchParams } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import type { Message, MessageList } from '#shared/desk/message-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Nothing, Older } from '../ui/older.tsx'
import { useWhen } from '../ui/when.tsx'

type Props = {
  list: MessageList
  /** The message that is open beside the list. */
  open: string | undefined
  box: Box
}

/** A box of messages, each with its sender and first line. */
export function Inbox({ list: { messages, next }, open, box }: Props) {
  const { minute } = useWhen()
  const after = useSearchParams()[0].get('after')
  if (messages.length === 0) return <Nothing>{empty[box]}</Nothing>
  return (
    <nav aria-label="Messages">
      <ul className="Inbox">
        {messages.map((message) => (
          <li
            key={message.id}
            data-new={message.answeredAt || message.quarantined ? undefined : ''}
            data-lit={message.id === open ? '' : undefined}
          >
            <a
              data-row
              href={deskRoutes.message(message.id) + (after ? `?${new URLSearchParams({ after })}` : '')}
              aria-current={message.id === open ? 'true' : undefined}
            >
              {message.name}
            </a>
            <span className="num">{minute(message.createdAt)}</span>
            <p>{firstLine(message)}</p>
            {message.assignedTo && <small>{message.assignedTo} answers it</small>}
          </li>
        ))}
      </ul>
      <Older
        shown={plural(messages.length, 'message')}
        noun="messages"
        next={next}
        page={`${deskRoutes.messages}?${new URLSearchParams({ state: box })}`}
      />
    </nav>
  )
}

export type Box = 'unanswered' | 'mine' | 'answered' | 'quarantined'

const empty: Record<Box, string> = {
  unanswered: 'None waits. The first comes from the site’s contact page.',
  mine: 'None is yours. A message’s page says who answers it.',
  answered: 'None is answered yet. Those you answer here come into this box.',
  quarantined: 'None is held. What looks like a program’s comes here, and nobody is mailed.',
}

export function boxOf({ quarantined, answeredAt }: Pick<Message, 'quarantined' | 'answeredAt'>): Box {
  if (quarantined) return 'quarantined'
  return answeredAt ? 'answered' : 'unanswered'
}

function firstLine({ message }: Message): string {
  return message.split('\n').find((line) => line.trim() !== '') ?? ''
}
