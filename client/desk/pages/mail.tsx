import { Fragment } from 'react'
import { useLoaderData } from 'react-router'
import { countInWords } from '#shared/desk/count-words.ts'
import type { WholeMail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { TextField } from '../../site/ui/field.tsx'
import { loaderById } from '../ask.ts'
import { MailBody } from '../mail/mail-body.tsx'
import { ActForm } from '../ui/act-form.tsx'
import { Address } from '../ui/address.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { RetryMail } from '../ui/row-act.tsx'
import { Tag } from '../ui/tag.tsx'
import { useWhen } from '../ui/when.tsx'

export const loader = loaderById(deskApiRoutes.mail)

/** The API has removed keys and the tokens of links. */
export function Component() {
  const mail = useLoaderData<typeof loader>()
  const { minute } = useWhen()
  const { attempts } = mail
  const title = describeMail(mail.kind, mail.carries)
  const tries = attempts === 1 ? 'one try' : `${countInWords(attempts)} tries`
  return (
    <DeskPage
      title={title}
      past={{ label: 'Mails', href: deskRoutes.mails }}
      lead={`To ${mail.recipient} · ${minute(mail.sentAt ?? mail.createdAt)}${attempts > 0 ? ` · ${tries}` : ''}`}
      side={
        <>
          <Tag state={mail.status} />
          {mail.status === 'dead' && <RetryMail mail={mail} />}
        </>
      }
    >
      <div className="MailView">
        <article className="Sheet" aria-labelledby="mail">
          <h2 className="vh" id="mail">
            The mail
          </h2>
          <MailHead mail={mail} />
          {mail.status !== 'sent' && mail.subject !== null && <p className="dim">As it would be sent now.</p>}
          {mail.blocks.length > 0 && <MailBody blocks={mail.blocks} />}
        </article>
        {mail.status === 'dead' && <SetAside id={mail.id} />}
        {mail.text !== null && (
          <article className="Sheet" aria-labelledby="text">
            <h2 id="text">{mail.status === 'sent' ? 'As it was sent' : 'As plain text'}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard, too */}
            <pre className="DeskMailText" tabIndex={0}>
              {mail.text}
            </pre>
          </article>
        )}
      </div>
    </DeskPage>
  )
}

/** For mails that can't be delivered, for example to a closed mailbox. */
function SetAside({ id }: { id: string }) {
  return (
    <div className="ActForms">
      <ActForm
        act="mails"
        action={deskRoutes.mailAct(id, 'set-aside')}
        title="Set it aside"
        description="Nothing waits for it any more. It stays in the list, with your reason."
        button="Set it aside"
      >
        {({ field }) => <TextField label="Why" {...field('reason')} required />}
      </ActForm>
    </div>
  )
}

function MailHead({ mail }: { mail: WholeMail }) {
  const { minute } = useWhen()
  const facts = {
    From: mail.from && <Address>{mail.from}</Address>,
    To: <Address>{mail.to ?? mail.recipient}</Address>,
    Subject: <b>{mail.subject ?? 'What it was about is gone, or its text isn’t kept any more'}</b>,
    Attached: mail.attachments.join(', '),
    'Next try': mail.nextAttemptAt && minute(mail.nextAttemptAt),
    'Set aside': mail.asideReason,
    'Last error': mail.status !== 'sent' && mail.lastError,
    Order: mail.orderId && <a href={deskRoutes.order(mail.orderId)}>See the order</a>,
    Message: mail.messageId && <a href={deskRoutes.message(mail.messageId)}>See the message</a>,
  }
  return (
    <dl className="MailHead">
      {Object.entries(facts)
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}
