import { isActName } from '#shared/licensing/acts.ts'
import type { Mine } from '#shared/orders/mine.ts'
import { focusAnswer } from '../../site/framework/focus-answer.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { Notice } from '../../site/ui/notice.tsx'
import { CorrectedBuyer, findCorrection } from './corrected-buyer.tsx'

export function DoneNotice({ done, id, mine }: { done: string; id: string; mine: Mine }) {
  const message = describeDone(done, id, mine)
  const order = done === 'buyer' ? mine.orders.find((each) => each.id === id) : undefined
  if (!message) return null
  return (
    <div className="Stack">
      <Notice icon="check" className="Notice--ok" role="status" tabIndex={-1} ref={focusAnswer}>
        <strong>{message[0]}</strong>
        <span>{message[1]}</span>
      </Notice>
      {done === 'move' && <MoveSteps email={mine.email} />}
      {order && <CorrectedBuyer order={order} />}
    </div>
  )
}

function describeDone(
  done: string,
  id: string,
  { email, orders }: Mine,
): [what: string, then: string] | null {
  const mailed = `A mail is on its way to ${email}.`
  const order = orders.find((each) => each.id === id)
  if (done === 'buyer-unchanged') {
    return order?.invoice
      ? ['Nothing has changed.', `${order.invoice.number} names this buyer already.`]
      : null
  }
  if (done === 'replace-key-unchanged') {
    return ['The key was replaced today.', 'The new one stands below. It can be replaced again tomorrow.']
  }
  if (done === 'cancel-unchanged') {
    return order?.status === 'cancelled'
      ? [`Order ${order.number} is cancelled.`, 'There is nothing to pay.']
      : null
  }
  if (!isActName(done)) return null
  switch (done) {
    case 'release':
      return ['The machine is deactivated.', `Its seat is free. ${mailed}`]
    case 'replace-key':
      return [
        'The key is replaced.',
        `The old one has stopped working. A mail with the new one is on its way to ${email}.`,
      ]
    case 'enrol':
      return ['The token is made.', 'It stands with its licence below, to be copied.']
    case 'end-enrolment':
      return ['The token has ended.', 'It takes no more seats. Its machines keep theirs.']
    case 'move':
      return [
        'The move has begun.',
        'The new address has a link to accept, for two days. Then you get one, to confirm. It’s still yours until you have.',
      ]
    case 'buyer': {
      const corrected = order && findCorrection(order)
      if (!corrected) return null
      const then = `A mail with it is on its way to ${email}.`
      return [`${corrected.now.number} replaces ${corrected.before.number}.`, then]
    }
    case 'cancel':
      return order ? [`Order ${order.number} is cancelled.`, `There is nothing to pay. ${mailed}`] : null
    case 'erasure':
      return ['We have your request.', `A person answers by email within 30 days. ${mailed}`]
    case 'pay':
      return null
  }
}

/** Lists the remaining steps of a move. */
function MoveSteps({ email }: { email: string }) {
  return (
    <>
      <h2 className="vh">How the move goes on</h2>
      <ol className="Steps Steps--state">
        <li data-done="">
          <h3>
            <span className="vh">Done: </span>You started the move
          </h3>
          <Icon name="check" />
        </li>
        <li data-now="" aria-current="step">
          <h3>The new address accepts</h3>
          <p>A mail is on its way there. Its link works for two days.</p>
        </li>
        <li data-next="">
          <h3>You confirm</h3>
          <p>{`By the link that we then send to ${email}.`}</p>
        </li>
        <li data-next="">
          <h3>Both are told</h3>
          <p>And you can take it back for 7 days.</p>
        </li>
      </ol>
    </>
  )
}
