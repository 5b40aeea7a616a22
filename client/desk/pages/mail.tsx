import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { WholeMail } from '#shared/desk/mail-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { ask } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { Facts } from '../ui/facts.tsx'
import { RetryMail } from '../ui/retry-mail.tsx'
import { Tag } from '../ui/tag.tsx'
import { useWhen } from '../ui/when.tsx'
import { describeMail } from '../words.ts'

export function loader(args: LoaderFunctionArgs): Promise<WholeMail> {
  return ask<WholeMail>(args, deskApiRoutes.mail(String(args.params.id)))
}

/** The API has removed keys and links' tokens. */
export function Component() {
  const mail = useLoaderData<WholeMail>()
  const { minute } = useWhen()
  const title = describeMail(mail.kind)
  return (
    <>
      <DeskHead
        title={title}
        past={{ label: 'Mails', href: deskRoutes.mails }}
        lead={`To ${mail.recipient} · ${minute(mail.sentAt ?? mail.createdAt)}`}
        side={<Tag state={mail.status} />}
      />
      <section className="Paper Paper--two" data-tone="paper" aria-label={title}>
        <div className="Stack">
          <article className="Sheet">
            <h2>{mail.subject ?? 'What it was about is gone'}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too */}
            <pre className="DeskMailText" tabIndex={0}>
              {mail.text}
            </pre>
          </article>
        </div>
        <aside className="Stack" aria-label="Facts">
          <Facts
            facts={{
              To: <Address>{mail.recipient}</Address>,
              Tries: mail.attempts,
              'Next try': mail.nextAttemptAt && minute(mail.nextAttemptAt),
              'Last error': mail.lastError,
              Attached: mail.attachments.join(', '),
              Order: mail.orderId && <a href={deskRoutes.order(mail.orderId)}>See the order</a>,
            }}
          />
          {mail.status === 'dead' && <RetryMail mail={mail} />}
        </aside>
      </section>
    </>
  )
}
