import { useLoaderData, useSearchParams } from 'react-router'
import { timeSorts } from '#shared/desk/sorts.ts'
import type { ListedWebhook, WebhookList } from '#shared/desk/webhook-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { Block } from '../ui/block.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink, linksTo, withWords } from '../ui/list-filter.tsx'
import { Outcome } from '../ui/notices.tsx'
import { RowAct } from '../ui/row-act.tsx'
import { Rows, TwoLines } from '../ui/rows.tsx'
import { Segments } from '../ui/segments.tsx'
import { Tag } from '../ui/tag.tsx'
import { useSort } from '../ui/use-sort.ts'
import { useWhen, When } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.webhooks)

const states = withWords(['dead', 'queued', 'sent'])

const done = { retry: 'It’s on its way again.' }

export function Component() {
  const { receivers, webhooks, next } = useLoaderData<typeof loader>()
  const { minute } = useWhen()
  const { words } = useSort(timeSorts)
  const [query] = useSearchParams()
  const ended = receivers.filter(({ isEnded }) => isEnded).map(({ receiver }) => receiver)
  return (
    <DeskPage
      title="Webhooks"
      past={{ label: 'Mails', href: deskRoutes.mails }}
      lead={`What the shop told other programs. ${words}`}
      side={
        <>
          <Segments label="State" links={linksTo(deskRoutes.webhooks, query, 'status', states)} />
          <CsvLink address={deskApiRoutes.webhooksCsv} query={query} noun="messages" />
        </>
      }
    >
      <div className="Stack">
        <Outcome done={done} />
        <Receivers receivers={receivers} />
        <Block title="Messages">
          <List
            label="Messages"
            sorts={timeSorts}
            columns={{ Message: 'main', To: 'who', When: 'date', State: 'state', Tries: 'text', Act: 'act' }}
            sortedBy={{ When: 'createdAt' }}
            rows={webhooks.map((webhook, index) => ({
              key: webhook.id,
              isCurrent: index === 0,
              cells: [
                webhook.type,
                webhook.receiver,
                <When key="at" at={webhook.sentAt ?? webhook.createdAt} />,
                <Tag key="state" state={webhook.status} />,
                describeAttempts(webhook, minute),
                webhook.status !== 'sent' && webhook.attempts > 0 && !ended.includes(webhook.receiver) && (
                  <RowAct
                    key="retry"
                    action={deskRoutes.webhookAct(webhook.id, 'retry')}
                    verb="Try again now"
                    of={`${webhook.type} to ${webhook.receiver}`}
                  />
                ),
              ],
            }))}
            noun="messages"
            none="None yet. The first comes with the first order, once there’s a receiver."
            noneLike="No message matches."
            times={webhooks.map(({ createdAt }) => createdAt)}
            next={next}
          />
        </Block>
      </div>
    </DeskPage>
  )
}

function Receivers({ receivers }: Pick<WebhookList, 'receivers'>) {
  const given = receivers.reduce((sum, { dead, isEnded }) => sum + (isEnded ? 0 : dead), 0)
  return (
    <Block
      title="Receivers"
      beside={
        given > 0 && <RowAct action={deskRoutes.webhookAct('dead', 'retry')} verb="Try all given up again" />
      }
    >
      <Rows
        none="There is none. Name one under “webhooks” in content/site.yml."
        label="Receivers"
        columns={{ Receiver: 'main', Waiting: 'num', 'Given up': 'num', 'Last taken': 'date' }}
        rows={receivers.map(({ receiver, events, queued, dead, sentAt, isEnded }) => ({
          key: `${receiver} ${events}`,
          cells: [
            <TwoLines
              key="receiver"
              first={receiver}
              second={isEnded ? 'Answered 410, so it’s told nothing more' : events.join(', ')}
            />,
            queued,
            dead,
            sentAt ? <When key="at" at={sentAt} /> : 'Never',
          ],
        }))}
      />
    </Block>
  )
}

/** "3 tries: answered 500. Next try 24 Nov 08:38" */
function describeAttempts(
  { attempts, lastError, nextAttemptAt }: ListedWebhook,
  minute: (at: string) => string,
): string {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  const tried = attempts > 0 && (lastError ? `${tries}: ${lastError}` : tries)
  return [tried, nextAttemptAt && `Next try ${minute(nextAttemptAt)}`].filter(Boolean).join('. ')
}
