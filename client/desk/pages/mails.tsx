import { useLoaderData, useSearchParams } from 'react-router'
import { describeMail } from '#shared/desk/mail-words.ts'
import { timeSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { List } from '../ui/list.tsx'
import { CsvLink, DayFields, ListFilter, WhoField } from '../ui/list-filter.tsx'
import { Done, Refused } from '../ui/notices.tsx'
import { RetryMail } from '../ui/retry-mail.tsx'
import { Tag } from '../ui/tag.tsx'
import { useSort } from '../ui/use-sort.ts'
import { useWhen, When } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.mails)

const states = [
  ['', 'All'],
  ['dead', 'Given up'],
  ['queued', 'Waiting'],
  ['sent', 'Sent'],
  ['aside', 'Set aside'],
] as const

const done = { retry: 'It’s on its way again.', 'set-aside': 'It’s set aside.' }

export function Component() {
  const { mails, next } = useLoaderData<typeof loader>()
  const { minute } = useWhen()
  const [query] = useSearchParams()
  const { words } = useSort(timeSorts)
  return (
    <DeskPage
      title="Mails"
      lead={
        <>
          What the shop wrote. {words} <a href={deskRoutes.webhooks}>Webhooks</a> tell other programs.
        </>
      }
      side={<CsvLink address={deskApiRoutes.mailsCsv} query={query} noun="mails" />}
      paper="Paper--mails"
    >
      <div className="Stack">
        <Done sentences={done} />
        <Refused />
        <ListFilter page={deskRoutes.mails} query={query} states={states}>
          <WhoField
            query={query}
            name="email"
            label="To"
            note="(the whole address)"
            inputMode="email"
            autoCapitalize="none"
          />
          <DayFields query={query} />
        </ListFilter>
        <List
          label="Mails"
          sorts={timeSorts}
          columns={{ Mail: 'main', To: 'who', When: 'date', State: 'state', Act: 'act' }}
          sortedBy={{ When: 'createdAt' }}
          rows={mails.map((mail, index) => ({
            key: mail.id,
            isCurrent: index === 0,
            cells: [
              <a key="mail" data-row href={deskRoutes.mail(mail.id)}>
                {describeMail(mail.kind, mail.carries)}
              </a>,
              <Address key="to">{mail.recipient}</Address>,
              <When key="at" at={mail.sentAt ?? mail.createdAt} />,
              mail.nextAttemptAt ? (
                <Tag key="state" state="queued" word={`Waiting, next try ${minute(mail.nextAttemptAt)}`} />
              ) : (
                <Tag key="state" state={mail.status} />
              ),
              mail.status === 'dead' && <RetryMail key="retry" mail={mail} />,
            ],
          }))}
          noun="mails"
          none="None was written yet. The first comes with the first order."
          noneLike="No mail is like that."
          times={mails.map(({ createdAt }) => createdAt)}
          next={next}
        />
      </div>
    </DeskPage>
  )
}
