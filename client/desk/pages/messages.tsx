import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { MessageList } from '#shared/desk/message-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { ask } from '../ask.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { List } from '../ui/list.tsx'
import { Done } from '../ui/notices.tsx'
import { Two } from '../ui/rows.tsx'
import { Segments } from '../ui/segments.tsx'
import { useDone } from '../ui/use-done.ts'
import { When } from '../ui/when.tsx'

export function loader(args: LoaderFunctionArgs): Promise<MessageList> {
  const url = new URL(args.request.url)
  url.searchParams.delete('done')
  return ask<MessageList>(args, deskApiRoutes.messages + url.search)
}

const done = {
  answered: 'It’s marked as answered. Nothing was sent.',
  'not-spam': 'It’s no spam. What was held back is on its way.',
}

const boxes = { unanswered: 'Unanswered', answered: 'Answered', quarantined: 'Held as spam' }

export function Component() {
  const { messages, next } = useLoaderData<MessageList>()
  const [query] = useSearchParams()
  const message = useDone(done)
  return (
    <>
      <DeskHead
        title="Messages"
        lead="You answer from your own mail program."
        side={
          <Segments
            label="Box"
            page={deskRoutes.messages}
            name="state"
            values={boxes}
            current={query.get('state') ?? 'unanswered'}
          />
        }
      />
      <section className="Paper" data-tone="paper" aria-label="Messages">
        <div className="Stack">
          {message && <Done>{message}</Done>}
          <List
            label="Messages"
            columns={[
              { label: 'Message', kind: 'main' },
              { label: 'Came', kind: 'date' },
              { label: 'From', kind: 'who' },
              { label: 'Says' },
            ]}
            rows={messages.map((each, index) => ({
              key: each.id,
              isLit: index === 0,
              cells: [
                <a key="reference" data-row href={deskRoutes.message(each.id)}>
                  {each.reference}
                </a>,
                <When key="at" at={each.createdAt} />,
                <Two key="from" first={each.name} second={each.email} />,
                firstLine(each.message),
              ],
            }))}
            noun="messages"
            none="None is in this box."
            times={messages.map(({ createdAt }) => createdAt)}
            next={next}
          />
        </div>
      </section>
    </>
  )
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  return line.length > 90 ? `${line.slice(0, 90)}…` : line
}
