import { dayMs } from '#shared/calendar/calendar.ts'
import type { Topic } from '#shared/contact/contact.ts'
import type { AppContext } from '../context.ts'
import { answerMessage, assignMessage, markAnswered } from '../people/contact/message-acts.ts'
import { storeMessage } from '../people/contact/store-message.ts'
import { momentOf } from '../runtime/moment.ts'
import type { Agenda } from './agenda.ts'
import type { Dice } from './dice.ts'
import { type Buyer, helpers, staff } from './people.ts'

const letters: [Topic, string][] = [
  ['licensing', 'Our old laptop died. How do we free its seat for the new one?'],
  ['licensing', 'Does a renewal keep the machines that are on?'],
  ['sales', 'Can you send an invoice with a purchase order number for two licences?'],
  ['sales', 'Is there a price for schools with twenty rooms?'],
  ['support', 'The talent window opens on the wrong display after sleep. What can we check?'],
  ['support', 'Can the timer count up after the script ends?'],
  ['press', 'May we print a picture of the window in our magazine?'],
  ['other', 'Thank you, the remote made our live show easy.'],
]

const spam = 'Demonstration of a message that a program wrote, into a field that people never see.'

/** A few messages go into the honeypot, and nearly all others are answered within days, some at the desk. @param waits leaves it unanswered */
export async function write(
  ctx: AppContext,
  buyer: Buyer,
  { agenda, dice, waits = false }: { agenda: Agenda; dice: Dice; waits?: boolean },
): Promise<void> {
  const { db } = ctx.database
  const [topic, text] = dice.oneOf(letters)
  const isSpam = !waits && dice.chance(0.08)
  const message = isSpam ? `${spam} ${buyer.email}` : `Demonstration: ${text}`
  const id = await send(ctx, buyer, { topic, message, isSpam })
  if (isSpam) return
  if (topic === 'support')
    await assignMessage(db, id, { who: helpers.support, to: helpers.support }, momentOf(ctx))
  if (waits || dice.chance(0.02)) return
  agenda.plan(ctx.clock().getTime() + dice.between(0.1, 3) * dayMs, () =>
    topic === 'licensing'
      ? reply(ctx, id, 'you can do that yourself, under Your licences.')
      : markAnswered(db, id, staff, momentOf(ctx)),
  )
}

/** @returns the message's id */
export async function send(
  ctx: AppContext,
  { name, email }: Buyer,
  { topic, message, isSpam = false }: { topic: Topic; message: string; isSpam?: boolean },
): Promise<string> {
  const received = { message: { name, email, topic, message }, verified: !isSpam, quarantined: isSpam }
  const context = { site: ctx.library.typed.site, ...momentOf(ctx) }
  return (await storeMessage(ctx.database.db, received, context)).id
}

export async function reply(ctx: AppContext, id: string, text: string): Promise<void> {
  const whole = `Hello,\n\n${text}\n\nRegards, the demonstration`
  const answer = { text: whole, articles: [], revision: undefined, who: helpers.support }
  await ctx.database.db.transaction().execute((trx) => answerMessage(trx, id, answer, momentOf(ctx)))
}
