import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { majorMinor } from '#shared/releases/versions.ts'
import type { Part } from '../../messages/mail/blocks.ts'
import type { Template } from '../../messages/mail/template.ts'
import { reminderParamsSchema } from '../reminders/params.ts'
import type { ReminderContent } from '../reminders/reminder-source.ts'
import type { LicenceSources } from './sources.ts'

export const licenceReminder: Template<LicenceSources> = async (mail, { siteUrl, sources }) => {
  const params = reminderParamsSchema.parse(JSON.parse(mail.params))
  const reminder = await sources.reminder(mail, params)
  if (!reminder) return null
  const said = params.kind === 'ending' ? ending(reminder) : released(reminder)
  if (!said) return null
  return {
    ...said,
    blocks: [
      ...said.blocks,
      { type: 'facts', facts: factsOf(reminder) },
      { type: 'action', label: 'Renew the licence', url: reminder.renewUrl },
      'The link opens this licence’s renewal and doesn’t show the key.',
      { type: 'links', links: [{ label: 'Stop these reminders', url: reminder.stopUrl }] },
    ],
    unsubscribe: reminder.stopUrl,
    reason: `You get this because a licence from ${new URL(siteUrl).host} belongs to this address.`,
  }
}

type ReminderText = { subject: string; title: string; blocks: Part[] }

function ending({ plan, keyHint, until }: ReminderContent): ReminderText {
  const day = formatDate(until)
  return {
    subject: `Updates for your ${plan} licence end on ${day}`,
    title: `Updates end on ${day}.`,
    blocks: [
      `Your ${plan} licence, key ${keyHint}, covers every version released up to ${day}. Nothing stops on that day: what you have goes on running, for good, on the machines it’s on and on others you move it to.`,
      'A renewal adds to that day, on the same key. Renew early, and you lose nothing.',
    ],
  }
}

function released({ plan, keyHint, until, missed }: ReminderContent): ReminderText | null {
  if (!missed) return null
  const version = majorMinor(missed)
  return {
    subject: `Version ${version} is out, and your ${plan} licence doesn’t cover it`,
    title: `Version ${version} is out.`,
    blocks: [
      `Updates for your ${plan} licence, key ${keyHint}, ended on ${formatDate(until)}, so it doesn’t cover version ${version}. Nothing stops: what you have goes on running, for good, on the machines it’s on and on others you move it to.`,
      `A renewal brings you ${version}, on the same key. It starts today: the gap isn’t billed.`,
    ],
  }
}

function factsOf({ covered, renewal, currency, taxName, timeZone }: ReminderContent) {
  const [first] = renewal.years
  const until = first ? formatDate(dayIn(timeZone, first.updatesUntil)) : ''
  const length = renewal.updatesMonths === 12 ? 'a year' : `for ${renewal.updatesMonths} months`
  return [
    ...(covered ? [{ term: 'Covers now', value: `Versions up to ${covered.replace(/\.0$/, '')}` }] : []),
    {
      term: 'A renewal',
      value: `${formatPrice(renewal.unitAmount, currency)} ${length}${taxName ? `, with ${taxName}` : ''}`,
    },
    { term: 'Adds', value: `Every version up to ${until}` },
  ]
}
