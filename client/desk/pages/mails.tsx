import { useLoaderData } from 'react-router'
import { describeMail } from '#shared/desk/mail-words.ts'
import { timeSorts } from '#shared/desk/sorts.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { loaderByQuery } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DayFields, ListFilter, WhoField } from '../ui/list-filter.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { RetryMail } from '../ui/row-act.tsx'
import { Tag } from '../ui/tag.tsx'
import { useWhen, When } from '../ui/when.tsx'

export const loader = loaderByQuery(deskApiRoutes.mails)

const done = { retry: 'It’s on its way again.', 'set-aside': 'It’s set aside.' }

export function Component() {
  const { mails, next } = useLoaderData<typeof loader>()
  const { minute } = useWhen()
  return (
    <ListPage
      title="Mails"
      lead={(order) => (
        <>
          What the shop wrote. {order} <a href={deskRoutes.webhooks}>Webhooks</a> tell other programs.
        </>
      )}
      csv={deskApiRoutes.mailsCsv}
      paper="Paper--mails"
      done={done}
      filter={
        <ListFilter states={['dead', 'queued', 'sent', 'aside']}>
          <WhoField
            name="email"
            label="To"
            note="(the whole address)"
            inputMode="email"
            autoCapitalize="none"
          />
          <DayFields />
        </ListFilter>
      }
      sorts={timeSorts}
      columns={{ Mail: 'main', To: 'who', When: 'date', State: 'state', Act: 'act' }}
      sortedBy={{ When: 'createdAt' }}
      rows={mails.map((mail, index) => ({
        key: mail.id,
        href: deskRoutes.mail(mail.id),
        isCurrent: index === 0,
        cells: [
          describeMail(mail.kind, mail.carries),
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
      none="None yet. The first comes with the first order."
      noneLike="No mail matches."
      times={mails.map(({ createdAt }) => createdAt)}
      next={next}
    />
  )
}
