import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { MailList } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { ask } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { List } from '../ui/list.tsx'
import { Done, Refused } from '../ui/notices.tsx'
import { RetryMail } from '../ui/retry-mail.tsx'
import { Segments } from '../ui/segments.tsx'
import { Tag } from '../ui/tag.tsx'
import { useDone } from '../ui/use-done.ts'
import { useWhen, When } from '../ui/when.tsx'

export function loader(args: LoaderFunctionArgs): Promise<MailList> {
  const url = new URL(args.request.url)
  url.searchParams.delete('done')
  return ask<MailList>(args, deskApiRoutes.mails + url.search)
}

const done = { retry: 'It’s on its way again.' }
const states = { '': 'Newest', dead: 'Given up', queued: 'Waiting', sent: 'Sent' }

export function Component() {
  const { mails, next } = useLoaderData<MailList>()
  const [query] = useSearchParams()
  const { minute } = useWhen()
  const message = useDone(done)
  return (
    <>
      <DeskHead
        title="Mails"
        lead={
          <>
            What the shop wrote, newest first. <a href={deskRoutes.webhooks}>Webhooks</a> tell other programs.
          </>
        }
        side={
          <Segments
            label="State"
            page={deskRoutes.mails}
            name="status"
            values={states}
            current={query.get('status') ?? ''}
          />
        }
      />
      <section className="Paper Paper--mails" data-tone="paper" aria-label="Mails">
        <div className="Stack">
          {message && <Done>{message}</Done>}
          <Refused />
          <List
            label="Mails"
            columns={[
              { label: 'Mail', kind: 'main' },
              { label: 'To', kind: 'who' },
              { label: 'When', kind: 'date' },
              { label: 'State', kind: 'state' },
              { label: 'Act', kind: 'act', hidden: true },
            ]}
            rows={mails.map((mail, index) => ({
              key: mail.id,
              isLit: index === 0,
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
            none="No mail is like that."
            times={mails.map(({ createdAt }) => createdAt)}
            next={next}
          />
        </div>
      </section>
    </>
  )
}
