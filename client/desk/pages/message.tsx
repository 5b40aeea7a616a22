import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { WholeMessage } from '#shared/desk/message-answers.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { Button } from '../../ui/button.tsx'
import { ask } from '../ask.ts'
import { Address } from '../ui/address.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { Facts } from '../ui/facts.tsx'
import { Done, Refused } from '../ui/notices.tsx'
import { Tag } from '../ui/tag.tsx'
import { useDone } from '../ui/use-done.ts'
import { useWhen } from '../ui/when.tsx'

export function loader(args: LoaderFunctionArgs): Promise<WholeMessage> {
  return ask<WholeMessage>(args, deskApiRoutes.message(String(args.params.id)))
}

const done = {
  answered: 'It’s marked as answered. Nothing was sent.',
  'not-spam': 'It’s no spam. What was held back is on its way.',
}

export function Component() {
  const message = useLoaderData<WholeMessage>()
  const { minute } = useWhen()
  const said = useDone(done)
  const { id, reference, name, email, topic, answeredAt, answeredBy, quarantined } = message
  const act = (what: string) => deskRoutes.messageAct(id, what)
  const state = quarantined ? 'quarantined' : answeredAt ? 'answered' : 'unanswered'
  return (
    <>
      <DeskHead
        title={`Message ${reference}`}
        past={{ label: 'Messages', href: deskRoutes.messages }}
        lead={`${name} · ${minute(message.createdAt)}`}
        side={<Tag state={state} />}
      />
      <section className="Paper Paper--two" data-tone="paper" aria-label={`Message ${reference}`}>
        <article className="Letter Stack Stack--near">
          {said && <Done>{said}</Done>}
          <Refused />
          <blockquote>
            {message.message
              .split(/\n\s*\n/)
              .filter((text) => text.trim() !== '')
              .map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs keep their order
                <p key={index}>{text}</p>
              ))}
          </blockquote>
          <div className="Deed-go">
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
              “It’s answered” takes it out of this list and writes your name and the time beside it. Nothing
              is sent.
            </p>
          )}
          {quarantined && (
            <p className="dim">
              “It’s no spam” puts it with the others and sends the mails that it held back.
            </p>
          )}
        </article>
        <aside className="Stack" aria-label="Facts">
          <Facts
            facts={{
              From: <b>{name}</b>,
              'E-mail': <Address>{email}</Address>,
              About: topic,
              Answered: answeredAt && `${minute(answeredAt)}, ${answeredBy}`,
              Has: <Things message={message} />,
            }}
          />
        </aside>
      </section>
    </>
  )
}

function Things({ message: { licences, orders } }: { message: WholeMessage }) {
  if (licences.length + orders.length === 0) return 'Nothing under this address'
  return (
    <ul>
      {licences.map(({ id, plan, keyHint }) => (
        <li key={id}>
          <a href={deskRoutes.licence(id)}>
            {plan}, key {keyHint}
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
