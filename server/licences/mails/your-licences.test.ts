import { expect, test } from 'vitest'
import type { MailKind } from '#shared/desk/mail-words.ts'
import { type MailContext, type MailSources, renderMail } from '../../mails.ts'
import { NeedlessMail, UnsendableMail } from '../../messages/mail/deliver.ts'
import { anyOrder, anyOrderLine } from '../../testing/support/any-order.ts'
import { noSources } from '../../testing/support/mail-sources.ts'
import { compose, mailRow } from '../../testing/support/rendered-mail.ts'
import { site } from '../../testing/support/site.ts'
import type { OwnedLicence } from '../licensing/issue.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'
const newKey = 'TEST-7Q2M9-XH4RT-W3VDP-6NCE2'
const siteUrl = 'https://shop.example'
const until = new Date('2026-11-20T10:30:00Z')

const token = { licenceId: 'lic_1', tokenHint: '…-9XQ4', seats: 30, lastDay: '2027-06-30' }

/** The parameters that each act enqueues. */
const paramsOf = {
  sign_in_link: { verified: true },
  sign_in_unknown: {},
  machine_released: { licenceId: 'lic_1', machine: 'Studio\r\nBcc: x@y.example <b>' },
  key_replaced: { licenceId: 'lic_1', oldHint: '…-OLD1', elsewhere: ['…7K2Q'] },
  enrolment_made: token,
  enrolment_ended: token,
  invoice_corrected: { number: 'INV-000008', replaces: 'INV-000007' },
  order_cancelled: {},
  order_readdressed: {},
  move_offered: { moveId: 'move_1' },
  move_accepted: { moveId: 'move_1' },
  move_done: { moveId: 'move_1', given: bothReplaced() },
  move_arrived: { moveId: 'move_1', given: bothReplaced() },
  move_undone: { moveId: 'move_1', given: bothReplaced() },
  erasure_requested: {
    email: 'Ada@Example.com',
    orders: ['2026-000123'],
    licences: [{ id: 'lic_1', keyHint: '…-NCE2', oldKeyHint: '…7K2Q' }],
  },
  erasure_received: { day: '2026-11-20' },
} as const satisfies Partial<Record<MailKind, object>>

type Kind = keyof typeof paramsOf

const kinds = Object.keys(paramsOf) as Kind[]

test.each(kinds)('%s is sent automatically, fetches nothing, and has no markup of others', async (kind) => {
  const { mail } = await render(kind)
  const { head } = await compose(mail)
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head.includes('Auto-Submitted: auto-generated')).toBe(kind !== 'erasure_requested')
  expect(mail.html).not.toMatch(/\ssrc=|url\(|@import|<link|<script|<b>/)
  expect(mail.html).toContain('Prompt &amp; Co')
  expect(String(mail.subject).length).toBeLessThan(80)
})

test('sign_in_link goes to the address as it was typed, with a link for half an hour', async () => {
  const { mail, links } = await render('sign_in_link', { findTypedEmail: async () => 'Ada@Example.com' })
  expect(mail.to).toEqual({ name: '', address: 'Ada@Example.com' })
  expect(links).toEqual([{ purpose: 'licences', email: ada, validMs: 30 * 60_000 }])
  expect(mail.text).toContain(`${siteUrl}/licences/open?token=token_1`)
  expect(mail.text).toContain('It works once, for 30 minutes, until 21:30')
  expect(mail.text).toContain('Don’t hand this mail on')
})

test('sign_in_link to an unknown address has no link; a person is told, a program isn’t', async () => {
  const told: string[] = []
  const unknown = {
    findTypedEmail: async () => null,
    notifyUnknownAddress: async (email: string) => void told.push(email),
  }
  await expect(render('sign_in_link', unknown)).rejects.toThrow(NeedlessMail)
  await expect(render('sign_in_link', unknown, { verified: false })).rejects.toThrow(NeedlessMail)
  expect(told).toEqual([ada])
})

test('sign_in_unknown says what else to try', async () => {
  const { mail } = await render('sign_in_unknown')
  expect(mail.subject).toBe(`No ${site.product} licence was bought with this address`)
  expect(mail.text).toContain('try the address of whoever paid')
  expect(mail.text).toContain(`${siteUrl}/licences`)
  expect(mail.text).toContain('at most once a day')
})

test('machine_released names the machine and the licence', async () => {
  const { mail } = await render('machine_released')
  expect(mail.subject).toBe('A machine was deactivated on your Studio licence')
  expect(mail.text).toContain('Studio Bcc: x@y.example <b> no longer holds a seat of your Studio licence')
  expect(mail.text).toContain('Wasn’t it you?')
})

test('enrolment_made and enrolment_ended name the token by its end alone, and what it does', async () => {
  const made = (await render('enrolment_made')).mail.text
  expect(made).toContain('Whoever has the token …-9XQ4 can activate 30 machines with your Studio licence')
  expect(made).toContain('up to 30 June 2027')
  const ended = (await render('enrolment_ended')).mail.text
  expect(ended).toContain('The token …-9XQ4 of your Studio licence, key …-NCE2, takes no more seats.')
})

test('key_replaced has the new key, and only for the address that the licence belongs to', async () => {
  const { mail } = await render('key_replaced')
  expect(mail.text).toContain(
    'The old key, …-OLD1, has stopped working for everybody. So has the one that you had elsewhere, …7K2Q.',
  )
  expect(mail.text).toContain(newKey)
  expect(mail.subject).not.toContain(newKey)
  await expect(render('key_replaced', {}, paramsOf.key_replaced, grace)).rejects.toThrow(UnsendableMail)
})

test('invoice_corrected brings the new document', async () => {
  const { mail } = await render('invoice_corrected')
  expect(mail.subject).toBe('Invoice INV-000008 replaces INV-000007, PO-7781')
  expect(mail.attachments).toMatchObject([{ filename: 'INV-000008.pdf' }])
  expect(mail.text).toContain('Use only the new one in your books.')
  expect(mail.text).toContain('https://shop.example/order')
})

test('order_cancelled says that nothing is to pay', async () => {
  const { mail } = await render('order_cancelled')
  expect(mail.subject).toBe('Order 2026-000123 is cancelled')
  expect(mail.text).toContain('there is nothing to pay')
})

test('order_readdressed tells the earlier address, without a link or the new one', async () => {
  const { mail } = await render('order_readdressed', {}, {}, grace)
  expect(mail.to).toEqual({ name: '', address: grace })
  expect(mail.subject).toBe('Order 2026-000123 has another e-mail address')
  expect(mail.text).toContain('Answer this mail')
  expect(mail.text).not.toMatch(/ada@|\/order\b/)
})

test.each([
  ['move_offered', grace, 'move.accept', 'accept', 48 * 60 * 60_000],
  ['move_accepted', ada, 'move.confirm', 'confirm', 48 * 60 * 60_000],
  ['move_done', ada, 'move.undo', 'undo', 7 * 24 * 3_600_000],
] as const)('%s has the link of its step, and no key', async (kind, recipient, purpose, step, validMs) => {
  const { mail, links } = await render(kind, {}, paramsOf[kind], recipient)
  expect(links).toEqual([{ purpose, email: recipient, subject: 'move_1', validMs }])
  expect(mail.text).toContain(`${siteUrl}/licences/move?step=${step}&token=token_1`)
  expect(mail.text).toContain(
    kind === 'move_done' ? 'Studio …-OLD1, Solo …-OLD2' : 'Studio …-NCE2, Solo …-7K2Q',
  )
  expect(mail.text).not.toContain(newKey)
})

test.each(['move_arrived', 'move_undone'] as const)('%s carries no link that acts', async (kind) => {
  const { mail, links } = await render(kind)
  expect(links).toEqual([])
  expect(mail.text).not.toContain('token=')
  expect(mail.text).toContain(ada)
})

test.each(['move_done', 'move_arrived', 'move_undone'] as const)(
  '%s says what an earlier key can do: nothing',
  async (kind) => {
    const { mail } = await render(kind)
    const both = 'Their earlier keys, …-OLD1, …-OLD2, can do nothing any more: they have stopped working'
    expect(mail.text).toContain(both)
    const params = { moveId: 'move_1', given: [{ id: 'lic_1', oldHint: '…-OLD1' }] }
    const { mail: single } = await render(kind, {}, params)
    expect(single.text).toContain('Its earlier key, …-OLD1, can do nothing any more: it has stopped working')
    expect(single.text).not.toContain('Solo')
  },
)

test.each(['move_done', 'move_arrived'] as const)('%s says that a kept key stays', async (kind) => {
  const given = [{ id: 'lic_1', oldHint: null }]
  const { mail } = await render(kind, {}, { moveId: 'move_1', given })
  expect(mail.text).toContain('The key stays as it was: whoever has it can go on using it.')
  expect(mail.text).not.toContain(newKey)
})

test.each([
  ['move_offered', 'a new key', 'which you get by mail. The old ones stop working for everybody.'],
  [
    'move_accepted',
    'a new key',
    'which the new owner gets by mail. The old ones stop working for everybody.',
  ],
  ['move_offered', 'its own key', 'The keys stay as they are: whoever has them can go on using them.'],
  ['move_accepted', 'its own key', 'The keys stay as they are: whoever has them can go on using them.'],
] as const)('%s says beforehand that the licence gets %s', async (kind, gets, said) => {
  const keeps_key = gets === 'its own key' ? 1 : 0
  const { mail } = await render(kind, { move: async () => ({ ...move, keeps_key }) })
  expect(mail.text).toContain(said)
})

test.each(['move_arrived', 'move_undone'] as const)('%s has new keys for their owner alone', async (kind) => {
  const { mail } = await render(kind)
  expect(mail.text).toContain(`${newKey}\nStudio, 3 machines`)
  expect(mail.subject).not.toContain(newKey)
  const late = render(kind, {}, paramsOf[kind], grace)
  if (kind === 'move_arrived') await expect(late).rejects.toThrow(NeedlessMail)
  else expect((await late).mail.text).not.toContain(newKey)
})

test('erasure_requested goes to ourselves with everything named, and is answered to the customer', async () => {
  const { mail } = await render('erasure_requested')
  for (const named of ['Ada@Example.com', '2026-000123', 'lic_1, key ending NCE2, old key ending 7K2Q'])
    expect(mail.text).toContain(named)
  expect(mail.replyTo).toEqual({ name: '', address: 'Ada@Example.com' })
})

test('erasure_received says what stays', async () => {
  const { mail } = await render('erasure_received')
  expect(mail.text).toContain('It reached us on 20 November 2026.')
  expect(mail.text).toContain('Invoices stay for as long as tax law has us keep them')
})

test('a mail whose licence, order or move is gone can’t be sent', async () => {
  const gone = { move: async () => null }
  for (const kind of ['move_offered', 'move_done', 'move_arrived'] as const) {
    await expect(render(kind, gone)).rejects.toThrow(UnsendableMail)
  }
  const without = contextOf({ order: async () => null, licence: async () => null })
  const others = ['machine_released', 'key_replaced', 'invoice_corrected', 'order_cancelled'] as const
  const tokens = ['enrolment_made', 'enrolment_ended'] as const
  for (const kind of [...others, ...tokens, 'order_readdressed'] as const) {
    const mail = renderMail(mailRow(kind, paramsOf[kind]), without)
    await expect(mail).rejects.toThrow(UnsendableMail)
  }
})

const licence: OwnedLicence = {
  plan: 'Studio',
  key: newKey,
  keyHint: '…-NCE2',
  status: 'active',
  seats: { limit: 3 },
  updatesUntil: '2027-11-13T13:00:00.000Z',
  email: ada,
}

function bothReplaced() {
  return [
    { id: 'lic_1', oldHint: '…-OLD1' },
    { id: 'lic_2', oldHint: '…-OLD2' },
  ]
}

const move = {
  id: 'move_1',
  from_email: ada,
  to_email: grace,
  licence_ids: '["lic_1","lic_2"]',
  keeps_key: 0,
  started_at: '2026-11-20T10:00:00.000Z',
  accepted_at: null,
  confirmed_at: null,
  undone_at: null,
  licences: [
    { id: 'lic_1', plan: 'Studio', key_hint: '…-NCE2' },
    { id: 'lic_2', plan: 'Solo', key_hint: '…-7K2Q' },
  ],
}

const order = anyOrder({ number: '2026-000123', buyer: { email: ada }, status: 'cancelled' })

const sources: MailSources = {
  ...noSources,
  order: async () => ({ order, lines: [anyOrderLine({})], licences: [], changed: null, credit: 0 }),
  orderLink: async () => `${siteUrl}/order`,
  documentByNumber: async (_order, number) => ({ number, pdf: new Uint8Array(Buffer.from('%PDF')) }),
  licence: async () => licence,
  move: async () => move,
  findTypedEmail: async () => ada,
  createLink: async () => ({ token: 'token_1', expiresAt: until }),
}

function contextOf(changed: Partial<MailSources>): MailContext {
  return { site, siteUrl, cardPayments: false, sources: { ...sources, ...changed } }
}

async function render(
  kind: Kind,
  changed: Partial<MailSources> = {},
  params: object = paramsOf[kind],
  recipient = ada,
) {
  const links: object[] = []
  const createLink = async (link: object) => {
    links.push(link)
    return { token: `token_${links.length}`, expiresAt: until }
  }
  const context = contextOf({ createLink, ...changed })
  return { mail: await renderMail(mailRow(kind, params, recipient), context), links }
}
