import { useSearchParams } from 'react-router'
import { plural } from '#shared/desk/count-words.ts'
import type { Message, MessageList } from '#shared/desk/message-answers.ts'
import { timeSorts } from '#shared/desk/sorts.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Nothing, Older } from '../ui/older.tsx'
import { useSort } from '../ui/use-sort.ts'
import { useWhen } from '../ui/when.tsx'

type Props = {
  list: MessageList
  /** The id of the message open next to the list. */
  open: string | undefined
  box: Box
}

/** A list of messages, each with its sender and first line. */
export function Inbox({ list: { messages, next }, open, box }: Props) {
  const { minute } = useWhen()
  const place = placeIn(useSearchParams()[0])
  const inBox = new URLSearchParams({ ...place, state: box })
  const { order, linkOf } = useSort(timeSorts, { page: deskRoutes.messages, query: inBox })
  if (messages.length === 0) return <Nothing>{empty[box]}</Nothing>
  return (
    <nav aria-label="Messages">
      <p className="Inbox-sort">
        <a href={linkOf('createdAt').href}>
          {order === 'newest' ? 'Show the oldest first' : 'Show the newest first'}
        </a>
      </p>
      <ul className="Inbox Ruled">
        {messages.map((message) => (
          <li
            key={message.id}
            data-new={message.answeredAt || message.quarantined ? undefined : ''}
            data-lit={message.id === open ? '' : undefined}
          >
            <a
              data-row
              href={addressOf(message.id, place)}
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
        which={order === 'newest' ? 'Older' : 'Newer'}
        page={`${deskRoutes.messages}?${inBox}`}
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

function addressOf(id: string, place: Record<string, string>): string {
  const query = new URLSearchParams(place)
  return deskRoutes.message(id) + (query.size > 0 ? `?${query}` : '')
}

/** The query that leads back to the same place in a box. */
export function placeIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => name === 'after' || name === 'sort'))
}

function firstLine({ message }: Message): string {
  return message.split('\n').find((line) => line.trim() !== '') ?? ''
}
