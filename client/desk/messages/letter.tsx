import type { ReactNode } from 'react'
import type { Topic } from '#shared/contact/contact.ts'
import type { WholeMessage } from '#shared/desk/message-answers.ts'
import { describeKey } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { Address } from '../ui/address.tsx'
import { CustomerAddress } from '../ui/customer.tsx'
import { useWhen } from '../ui/when.tsx'
import { boxOf } from './inbox.tsx'

const topics: Record<Topic, string> = {
  support: 'Using the program',
  licensing: 'Licences',
  sales: 'Buying',
  press: 'Press',
  other: 'Something else',
}

/** A message with what its sender has, and what to do with it. */
export function Letter({ message }: { message: WholeMessage }) {
  const { minute } = useWhen()
  const { id, reference, name, email, topic, answeredAt, answeredBy, quarantined } = message
  const act = (what: string) => deskRoutes.messageAct(id, what)
  const state = boxOf(message)
  return (
    <>
      <div className="Block-head">
        <h2 dir="auto">{name}</h2>
        <p className="num">
          {reference} · {minute(message.createdAt)}
        </p>
      </div>
      <dl className="Facts">
        <Fact label="From">
          <b dir="auto">{name}</b>, <CustomerAddress email={email} />
        </Fact>
        <Fact label="About">{topics[topic as Topic] ?? topic}</Fact>
        {answeredAt && (
          <Fact label="Answered">
            {minute(answeredAt)}, <Address>{answeredBy ?? ''}</Address>
          </Fact>
        )}
        <Fact label="Has">
          <Things message={message} />
        </Fact>
      </dl>
      <blockquote>
        {message.message
          .split(/\n\s*\n/)
          .filter((text) => text.trim() !== '')
          .map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs keep their order
            <p key={index} dir="auto">
              {text}
            </p>
          ))}
      </blockquote>
      <div className="ActForm-go">
        <a className="Button" href={mailto(email, reference)}>
          <span className="Button-cue" />
          Answer by mail
        </a>
        {state === 'unanswered' && (
          <form method="post" action={act('answered')}>
            <Button quiet>It’s answered</Button>
          </form>
        )}
        {quarantined && (
          <form method="post" action={act('not-spam')}>
            <Button quiet>It’s no spam</Button>
          </form>
        )}
      </div>
      {state === 'unanswered' && (
        <p className="dim">
          “It’s answered” takes it out of this list and writes your name and the time beside it. Nothing is
          sent.
        </p>
      )}
      {quarantined && (
        <p className="dim">“It’s no spam” puts it with the others and sends the mails that it held back.</p>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Things({ message: { licences, orders } }: { message: WholeMessage }) {
  if (licences.length + orders.length === 0) return 'Nothing under this address'
  return (
    <ul>
      {licences.map(({ id, plan, keyHint }) => (
        <li key={id}>
          <a href={deskRoutes.licence(id)}>
            {plan}, key {describeKey(keyHint)}
          </a>
        </li>
      ))}
      {orders.map(({ id, number }) => (
        <li key={id}>
          <a href={deskRoutes.order(number)}>Order {number}</a>
        </li>
      ))}
    </ul>
  )
}

function mailto(email: string, reference: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${reference}`)}`
}
