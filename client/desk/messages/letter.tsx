import type { Topic } from '#shared/contact/contact.ts'
import type { SentAnswer, WholeMessage } from '#shared/desk/message-answers.ts'
import { describeKey } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select } from '../../site/ui/field.tsx'
import { useFormState } from '../ui/act-form.tsx'
import { Address } from '../ui/address.tsx'
import { CustomerAddress } from '../ui/customer.tsx'
import { FactList } from '../ui/facts.tsx'
import { Options } from '../ui/options.tsx'
import { Tag } from '../ui/tag.tsx'
import { useWhen } from '../ui/when.tsx'
import { AnswerMessage } from './answer-message.tsx'
import { boxOf } from './inbox.tsx'
import type { Help } from './load-messages.ts'

const topics: Record<Topic, string> = {
  support: 'Using the program',
  licensing: 'Licences',
  sales: 'Buying',
  press: 'Press',
  other: 'Something else',
}

/** The sentences that follow these forms, by the last segment of their addresses. */
export const messageDone = {
  answer: 'Your answer is on its way, and kept with the message.',
  answered: 'It’s marked as answered. Nothing was sent.',
  reopen: 'It waits for an answer again.',
  assign: 'It’s assigned.',
  'not-spam': 'It’s no spam. What was held back is on its way.',
}

/** A message with its sender's records, and the acts on it. */
export function Letter({ message, help }: { message: WholeMessage; help: Help }) {
  const { minute } = useWhen()
  const { id, reference, name, email, topic, answeredAt, answeredBy, assignedTo, quarantined } = message
  const act = (what: string) => deskRoutes.messageAct(id, what)
  const state = boxOf(message)
  const revision = <input type="hidden" name="revision" value={message.revision} />
  return (
    <>
      <div className="Block-head">
        <h2 dir="auto">{name}</h2>
        <p className="num">
          {reference} · {minute(message.createdAt)}
        </p>
      </div>
      <FactList
        facts={{
          From: (
            <>
              <b dir="auto">{name}</b>, <CustomerAddress email={email} />
            </>
          ),
          About: topics[topic as Topic] ?? topic,
          Answered: answeredAt && (
            <>
              {minute(answeredAt)}, <Address>{answeredBy ?? ''}</Address>
            </>
          ),
          'Answers it': assignedTo && <Address>{assignedTo}</Address>,
          Has: <Things message={message} />,
        }}
      />
      <Words text={message.message} />
      {message.answers.map((answer) => (
        <Answer key={answer.mailId} answer={answer} />
      ))}
      {!quarantined && <AnswerMessage message={message} help={help} />}
      <div className="ActForm-go">
        {state === 'unanswered' && (
          <form method="post" action={act('answered')}>
            {revision}
            <Button quiet>It’s answered</Button>
          </form>
        )}
        {state === 'answered' && (
          <form method="post" action={act('reopen')}>
            {revision}
            <Button quiet>It isn’t answered</Button>
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
          “It’s answered” is for what you answered elsewhere: it takes the message out of this list and sends
          nothing.
        </p>
      )}
      {quarantined && (
        <p className="dim">“It’s no spam” puts it with the others and sends the mails that it held back.</p>
      )}
      {state === 'unanswered' && <Assign message={message} action={act('assign')} />}
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

function Answer({ answer: { mailId, at, by, text, articles, status } }: { answer: SentAnswer }) {
  const { minute } = useWhen()
  return (
    <div className="Answer-sent">
      <p>
        <b>
          <Address>{by}</Address>
        </b>{' '}
        answered, <a href={deskRoutes.mail(mailId)}>{minute(at)}</a>{' '}
        {status !== 'sent' && <Tag state={status} />}
      </p>
      <Words text={text} />
      {articles.length > 0 && <p className="dim">With {articles.map(({ title }) => title).join(', ')}</p>}
    </div>
  )
}

function Words({ text }: { text: string }) {
  return (
    <blockquote>
      {text
        .split(/\n\s*\n/)
        .filter((each) => each.trim() !== '')
        .map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs keep their order
          <p key={index} dir="auto">
            {each}
          </p>
        ))}
    </blockquote>
  )
}

function Assign({ message, action }: { message: WholeMessage; action: string }) {
  const { assignedTo, people, revision } = message
  const { field } = useFormState(action)
  return (
    <form className="Answer-find" method="post" action={action}>
      <input type="hidden" name="revision" value={revision} />
      <Select {...field('to', assignedTo ?? '')} label="Who answers it">
        <option value="">Whoever comes first</option>
        <Options of={people.map((email) => [email, email])} />
      </Select>
      <Button quiet>Write it down</Button>
    </form>
  )
}
