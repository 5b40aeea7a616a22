import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { MailKind } from '#shared/desk/mail-words.ts'
import { runs } from '#shared/testing/properties.ts'
import type { OwnedLicence } from './licences/licensing/issue.ts'
import type { ReminderContent } from './licences/reminders/reminder-source.ts'
import { type MailContext, type MailSources, renderMail } from './mails.ts'
import { NeedlessMail, UnsendableMail } from './messages/mail/deliver.ts'
import type { LicenceMoveRow, LicenceRow } from './runtime/db/rows/licences.ts'
import type { MessageRow } from './runtime/db/rows/messages.ts'
import type { OrderRow } from './runtime/db/rows/orders.ts'
import { purchaseOrderIn } from './shop/mails/order.ts'
import type { LicenceForMail } from './shop/mails/sources.ts'
import { anyOrder, anyOrderLine, type OrderChanges } from './testing/support/any-order.ts'
import { noSources } from './testing/support/mail-sources.ts'
import { compose, readable, mailRow as row } from './testing/support/rendered-mail.ts'
import { site } from './testing/support/site.ts'

const key = 'TEST-7Q2M9-XH4RT-W3VDP-6NCE2'
const link = 'https://shop.example/shop/completed?order=ord_1&token=ot_secret'

test('order_paid has each key, what it is for, the sums, the link and the invoice', async () => {
  const mail = await render('order_paid')
  expect(mail.subject).toBe('Your Prompt & Co licence keys, order 2026-000123, PO-99')
  for (const text of [mail.text, readable(mail.html)]) {
    expect(text).toContain(key)
    expect(text).toContain('Studio, 3 machines, updates until 14 November 2027')
    expect(text).toContain('Tax invoice INV-7 is attached.')
    expect(text).toMatch(/2 × Studio:?\s+\$458\.00\s+Includes GST:?\s+\$41\.64\s+Total, AUD:?\s+\$458\.00/)
  }
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(`href="${link.replace('&', '&amp;')}"`)
  expect(mail.text).toContain('https://shop.example/downloads')
  expect(mail.attachments).toMatchObject([{ filename: 'INV-7.pdf', content: Buffer.from('%PDF') }])
})

test('order_paid keeps 297 keys in a table that is attached, so that no mail program cuts it off', async () => {
  const keys = Array.from(
    { length: 297 },
    (_, index) => `TEST-${String(index).padStart(5, '0')}-XH4RT-W3VDP-6NCE2`,
  )
  const found = { licences: keys.map((each) => ({ ...(licences[0] as LicenceForMail), key: each })) }
  const mail = await render('order_paid', { order: found })
  expect((await compose({ ...mail, attachments: [] })).bytes.length).toBeLessThan(20_000)
  expect((await compose(mail)).bytes.length).toBeLessThan(100_000)
  const csv = mail.attachments?.find(({ filename }) => filename === 'licences-2026-000123.csv')
  const rows = String(csv?.content).trim().split('\r\n')
  expect(rows[0]).toBe('key,licence,machines,updates until')
  expect(rows.slice(1)).toEqual(keys.map((each) => `${each},Studio,3,2027-11-14`))
  expect(mail.text).not.toContain(keys[0])
  expect(mail.text).toContain(link)
})

test('order_paid with 50 keys has each in its text, below the order’s link', async () => {
  const keys = Array.from(
    { length: 50 },
    (_, index) => `TEST-${String(index).padStart(5, '0')}-XH4RT-W3VDP-6NCE2`,
  )
  const found = { licences: keys.map((each) => ({ ...(licences[0] as LicenceForMail), key: each })) }
  const mail = await render('order_paid', { order: found })
  for (const text of [String(mail.text), String(mail.html).replaceAll('&amp;', '&')]) {
    expect(text.indexOf(link)).toBeGreaterThan(0)
    expect(text.indexOf(link)).toBeLessThan(text.indexOf(String(keys[0])))
    expect(text).toContain(keys[49])
  }
  expect((await compose(mail)).bytes.length).toBeLessThan(100_000)
})

test('mails of an order, and about a message, are one thread each, and others are none', async () => {
  const heads = await Promise.all(
    ['order_paid', 'order_paid_notice', 'contact_received', 'sign_in_unknown'].map(
      async (kind) => (await compose(await render(kind))).head,
    ),
  )
  for (const head of heads.slice(0, 2)) {
    expect(head).toContain('\nIn-Reply-To: <ord_1@shop.example>')
    expect(head).toContain('\nReferences: <ord_1@shop.example>')
  }
  expect(heads[2]).toContain('\nReferences: <msg_1@shop.example>')
  expect(heads[3]).not.toMatch(/In-Reply-To|References/)
})

test('a mail keeps its Date until a person asks for another attempt', async () => {
  const dates = [null, '2026-11-24T09:30:00.000Z'].map(async (retried_at) => {
    const { date, messageId } = await renderMail({ ...row('order_paid'), retried_at }, context)
    return [new Date(date as Date).toISOString(), messageId]
  })
  expect(await Promise.all(dates)).toEqual([
    ['2026-11-20T10:00:00.000Z', '<mail_1@shop.example>'],
    ['2026-11-24T09:30:00.000Z', '<mail_1@shop.example>'],
  ])
})

test.each([
  ['order_awaited_notice', 'Order 2026-000123 awaits A$458.00 by bank transfer', 'mark-paid', {}],
  ['order_paid_notice', 'Order 2026-000123 is paid: A$458.00', 'show', {}],
  [
    'order_refund_notice',
    'A$89.00 of order 2026-000123 was refunded',
    'show',
    { amount: 8900, refunded: 45800 },
  ],
  [
    'order_dispute_notice',
    'The payment of order 2026-000123 is disputed: A$458.00',
    'show',
    { status: 'disputed' },
  ],
  [
    'order_dispute_notice',
    'A dispute of order 2026-000123 is lost: the bank took A$229.00',
    'show',
    { status: 'partially_refunded', taken: 22900 },
  ],
  [
    'order_attention_notice',
    'Order 2026-000123 needs a look: the bank asks about it',
    'refund',
    { kind: 'inquiry', id: 'dp_1', reason: 'fraudulent', amount: 22900, dueBy: '2026-12-01T00:00:00.000Z' },
  ],
  [
    'refund_failed_notice',
    'A refund of order 2026-000123 failed: A$229.00 is owed',
    'refund',
    { amount: 22900, reason: 'lost_or_stolen_card' },
  ],
  [
    'money_back_notice',
    'The bank gave A$229.00 of order 2026-000123 back',
    'show',
    { amount: 22900, note: 'ADJ-8' },
  ],
  [
    'order_dispute_notice',
    'The dispute of order 2026-000123 has ended: it stays paid',
    'show',
    { status: 'paid' },
  ],
  [
    'order_dispute_notice',
    'A dispute of order 2026-000123 is lost: the bank took A$458.00',
    'show',
    { status: 'refunded', taken: 45800 },
  ],
  [
    'order_dispute_notice',
    'The dispute of order 2026-000123 has ended: it is refunded',
    'show',
    { status: 'refunded' },
  ],
  ['order_review', 'Order 2026-000123 needs a look: the money differs', 'show', { detail: '$1.00' }],
])(
  '%s tells the owner who, what, how much and the command, and no key',
  async (kind, subject, verb, params) => {
    const typed = { name: 'Eve\r\nBcc: x@y.example', companyName: '<b>Co</b>', vatId: 'DE123456789' }
    const mail = await render(kind, { order: { order: orderOf(typed) }, params })
    expect(mail.subject).toBe(subject)
    for (const text of [mail.text, readable(mail.html)]) {
      expect(text).toMatch(/2 × Studio:?\s+\$458\.00/)
      expect(text).toMatch(/From:?\s+Eve Bcc: x@y\.example (<|&lt;)grace@example\.com(>|&gt;)/)
      expect(text).toMatch(/Purchase order:?\s+PO-99/)
      expect(text).toMatch(/VAT ID:?\s+DE123456789/)
      expect(text).toContain(`npm run admin -- orders ${verb} 2026-000123`)
      expect(text).not.toContain(key)
    }
    expect(mail.html).not.toContain('<b>Co')
  },
)

test('orders_paid_summary lists who, what, how much and the purchase order, and the rest as one sum', async () => {
  const hostile = orderOf({ name: 'Eve\r\nBcc: x@y.example', companyName: '<b>Co</b>' })
  const away = { customer_email: 'ada@xn--bcher-kva.example', status: 'partially_refunded' as const }
  const refunded = { ...order, ...away, number: '2026-000124' }
  const orders = [hostile, refunded].map((each) => ({ order: each, lines }))
  const paidByCard = async () => ({ count: 5, total: 3 * 45800 + 100 + 250, orders })
  const mail = await render('orders_paid_summary', { params: summed, paidByCard })
  expect(mail.subject).toBe('5 orders were paid by card: A$1,377.50')
  const text = String(mail.text)
  expect(text).toMatch(
    /2026-000123, Eve Bcc: x@y\.example <grace@example\.com>, <b>Co<\/b>, purchase order PO-99, 2 × Studio:?\s+\$458\.00/,
  )
  expect(text).toMatch(/2026-000124 \(partially refunded since\), [^<]*<ada@bücher\.example>/)
  expect(text).toMatch(/3 more:?\s+\$461\.50\s+Total, AUD:?\s+\$1,377\.50/)
  expect(text).toContain('from 2026-11-19 07:59 to 2026-11-20 07:59')
  expect(`${text}${mail.html}`).not.toContain(key)
  expect(mail.html).not.toContain('<b>Co')
})

test('licence_issued has the key and what it is for, and is not sent once it is off or another’s', async () => {
  const mail = await render('licence_issued', { params: { licenceId: 'lic_1' } })
  expect(mail.text).toContain(key)
  expect(mail.text).toContain('Studio, 3 machines, updates until 14 November 2027')
  for (const change of [{ status: 'revoked' as const }, { email: 'ada@example.com' }]) {
    const licence = async () => ({ ...owned, ...change })
    const without = { ...context, sources: { ...sources, licence } }
    const late = renderMail(row('licence_issued', { licenceId: 'lic_1' }), without)
    await expect(late).rejects.toThrow('its licence is gone')
  }
})

test('order_paid shows no key that has been switched off meanwhile', async () => {
  const revoked = { licences: licences.map((licence) => ({ ...licence, status: 'revoked' as const })) }
  const mail = await render('order_paid', { order: revoked })
  expect(mail.subject).toBe('Your Prompt & Co order 2026-000123, PO-99')
  expect(`${mail.text}${mail.html}`).not.toContain(key)
})

test('an order without GST has no line for it', async () => {
  const mail = await render('order_paid', { order: { order: orderOf({ country: 'NZ' }, { tax: 0 }) } })
  expect(mail.text).not.toContain('GST')
})

test('an order says what was taken off its lines', async () => {
  const discounts = JSON.stringify([{ label: '10% off, for 5 or more', amount: 4005 }])
  const discounted = anyOrderLine({ name: 'Solo', qty: 5, unit_amount: 8900, amount: 40_495, discounts })
  const mail = await render('order_paid', { order: { lines: [discounted] } })
  expect(mail.text).toMatch(/5 × Solo:\s+\$445\.00\s+10% off, for 5 or more:\s+−\$40\.05/)
})

test('order_received brings the invoice, and of what the customer typed only the order’s number, in its subject', async () => {
  const mail = await render('order_received', { order: { order: awaited } })
  expect(mail.subject).toBe('Tax invoice INV-7, PO-99, due 4 December 2026')
  expect(mail.attachments).toMatchObject([{ filename: 'INV-7.pdf' }])
  for (const text of [mail.text, readable(mail.html)]) {
    expect(text).toMatch(/Total due, AUD:?\s+\$458\.00\s+BSB:?\s+062-000\s+Account number:?\s+12345678/)
    expect(text).toMatch(/Account name:?\s+Company Pty Ltd\s+Reference:?\s+2026-000123/)
    for (const typed of [order.customer_name, order.company_name]) {
      expect(text).not.toContain(typed)
    }
  }
  expect(mail.text).toContain(link)
})

test.each([
  ['cancelled', 'The order is closed since, and there is nothing to pay.'],
  ['expired', 'The order is closed since, and there is nothing to pay.'],
  ['paid', 'Its money has come since.'],
] as const)('order_received that waited until the order was %s asks for no money', async (status, words) => {
  const late = { ...awaited, status, ...(status === 'paid' && { paid_at: awaited.created_at }) }
  const mail = await render('order_received', { order: { order: late } })
  expect(mail.subject).toBe('Tax invoice INV-7, PO-99')
  const text = String(mail.text).replaceAll(/\s+/g, ' ')
  expect(text).toContain(`Tax invoice INV-7 for order 2026-000123 is attached. ${words}`)
  expect(text).not.toMatch(/Pay A\$|BSB|Total due/)
})

test.each([
  ['card', 'What came by card, after the transfer, is the buyer’s credit'],
  ['transfer', 'What came by transfer, before the card, is the buyer’s credit'],
])('order_review of an order that was paid twice says whose money is credit: %s', async (credit, words) => {
  const params = { detail: 'A$458.00 came in by card', credit }
  const { subject, text } = await render('order_review', { params })
  expect(subject).toBe('Order 2026-000123 needs a look: it was paid twice')
  expect(String(text).replaceAll(/\s+/g, ' ')).toContain(words)
  expect(text).not.toContain('nothing has been issued')
})

test.each([
  ['stripe', 'refused to open a payment page'],
  ['stripe payments', 'refused to say what became of a payment'],
  ['stripe refunds', 'No money went back, and the order is as it was.'],
])('payment_refused says what was refused: %s', async (matter, words) => {
  const { text } = await render('payment_refused', { params: { answer: '400', matter } })
  expect(String(text).replaceAll(/\s+/g, ' ')).toContain(words)
})

test.each(['AU', 'NZ'])(
  'order_received to %s tells a foreign bank’s details to buyers abroad alone',
  async (country) => {
    const bankAccount = { bsb: '062-000', number: '12345678', bic: 'CTBAAU2SXXX' }
    const around = { ...context, site: { ...site, bankAccount } }
    const mail = await render('order_received', { order: { order: orderOf({ country }, unpaid) } }, around)
    const text = String(mail.text).replaceAll(/\s+/g, ' ')
    expect(text.includes('BIC: CTBAAU2SXXX')).toBe(country === 'NZ')
    expect(text.includes('“all charges to the sender”')).toBe(country === 'NZ')
    expect(text.includes('The order’s page says how to pay from another country')).toBe(country === 'AU')
  },
)

test('order_received promises no way from abroad where the order’s page has none', async () => {
  const { text } = await render('order_received', { order: { order: orderOf({ country: 'AU' }, unpaid) } })
  expect(text).not.toContain('another country')
})

test.each([true, false])('order_received speaks of cards where they are taken: %s', async (cardPayments) => {
  const mail = await render('order_received', { order: { order: awaited } }, { ...context, cardPayments })
  const text = String(mail.text).replaceAll(/\s+/g, ' ')
  expect(text).toContain(`On the order’s page you can also ${cardPayments ? 'pay by card, or ' : ''}cancel.`)
  expect(/\bcards?\b/.test(text)).toBe(cardPayments)
})

test('mails offer no card for a sum that is too small for one', async () => {
  const around = { ...context, cardPayments: true }
  const received = await render('order_received', { order: { order: { ...awaited, total: 49 } } }, around)
  expect(String(received.text).replaceAll(/\s+/g, ' ')).toContain('On the order’s page you can also cancel.')
  const small = { ...anyQuote, quote: { ...anyQuote.quote, total: 49 } }
  const sources = { params: { quoteId: 'quo_1' }, quote: async () => small }
  const { text } = await render('quote_made', sources, around)
  expect(String(text).replaceAll(/\s+/g, ' ')).toContain('to be paid by bank transfer')
})

test('transfer_reminder says until when, and is not sent once the money is there', async () => {
  const mail = await render('transfer_reminder', { order: { order: awaited } })
  expect(mail.subject).toBe('Reminder: order 2026-000123, due 4 December 2026')
  expect(mail.text).toContain('If nothing comes by 20 December 2026, the order lapses')
  expect(mail.attachments).toMatchObject([{ filename: 'INV-7.pdf' }])
  const later = await render('transfer_reminder', { order: { order: awaited }, at: '2026-12-07T02:00:00Z' })
  expect(later.subject).toBe('Reminder: order 2026-000123, was due 4 December 2026')
  await expect(render('transfer_reminder')).rejects.toThrow(NeedlessMail)
})

test('part_received says what came and what is left, of a closed order by choice, and nothing once it is paid', async () => {
  const params = { amount: 8000, from: null }
  const part = { order: { ...awaited, received_amount: 40_000 } }
  const mail = await render('part_received', { order: part, params })
  expect(mail.subject).toBe('A$58.00 of order 2026-000123 is still to come')
  const text = String(mail.text).replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    'A$80.00 came in for order 2026-000123. A$400.00 of A$458.00 has arrived. A$58.00 is still to come, by 4 December 2026, with the reference 2026-000123.',
  )
  expect(text).toMatch(/Still to pay, AUD: \$58\.00 BSB: 062-000/)
  const lapsed = { order: { ...part.order, status: 'expired' as const } }
  const late = await render('part_received', { order: lapsed, params: { ...params, from: '2026-000007' } })
  const said = String(late.text).replaceAll(/\s+/g, ' ')
  expect(said).toContain('A$80.00 of the credit of order 2026-000007 pays order 2026-000123.')
  expect(said).toContain('The order has lapsed, so you don’t owe the other A$58.00.')
  for (const changed of [{}, { ...unpaid, received_amount: null }])
    await expect(render('part_received', { order: { order: orderOf({}, changed) }, params })).rejects.toThrow(
      NeedlessMail,
    )
})

test('order_lapsed says that nothing is owed, with the note that cancels the invoice', async () => {
  const mail = await render('order_lapsed', { order: { order: { ...awaited, status: 'expired' } } })
  expect(mail.text).toContain('Nothing is owed. Adjustment note ADJ-45800, which cancels the invoice')
  expect(mail.attachments).toMatchObject([{ filename: 'ADJ-45800.pdf' }])
})

test('order_paid of an order that was invoiced before brings its receipt', async () => {
  const receipt = async () => ({ number: 'RCT-1', pdf: new Uint8Array(Buffer.from('%PDF')) })
  const mail = await render('order_paid', { document: receipt })
  expect(mail.text).toContain('Receipt RCT-1 is attached.')
  expect(mail.attachments).toMatchObject([{ filename: 'RCT-1.pdf' }])
})

test('order_refunded tells the part that went back, with the adjustment note of that refund', async () => {
  const part = await render('order_refunded', { params: { refunded: 8900 } })
  expect(part.text).toContain('A$89.00 of the A$458.00 paid for order 2026-000123 has been refunded.')
  expect(part.attachments).toMatchObject([{ filename: 'ADJ-8900.pdf' }])
  const beside = await render('order_refunded', { params: { refunded: 45_800, taken: 30_000 } })
  expect(String(beside.text).replaceAll(/\s+/g, ' ')).toContain(
    'A$158.00 of the A$458.00 paid for order 2026-000123 has been refunded, and its keys are switched off. Your bank took back A$300.00 itself.',
  )
  const whole = await render('order_refunded', { params: { refunded: 45800 }, document: async () => null })
  expect(whole.text).toContain('its keys are switched off')
  expect(whole.attachments).toEqual([])
  await expect(render('order_refunded', { params: {} })).rejects.toThrow()
})

test('order_review tells ourselves what to look at', async () => {
  const mail = await render('order_review', { params: { detail: '$457.99\r\nBcc: x@y.example' } })
  expect(mail.text).toContain('npm run admin -- orders show 2026-000123')
  expect(mail.text).toContain('Found: $457.99 Bcc: x@y.example')
})

test('order_paid of a change says what the licence is now, and shows no key', async () => {
  const mail = await render('order_paid', { order: renewalOrder })
  for (const text of [String(mail.text), readable(mail.html)]) {
    expect(text).toContain('Renewal to 11 January 2028, TEST-…-X3R0')
    expect(text).toMatch(/Licence:?\s+Studio, key …-X3R0\s+Machines:?\s+3/)
    expect(text).toContain('Every version up to 11 January 2028')
    expect(text).not.toContain(key)
    expect(text).toMatch(/Open your order[\s\S]*Studio, key/)
    expect(text).toContain('Your licences')
  }
})

test('mails of a change speak of the licence, where others speak of keys', async () => {
  const received = await render('order_received', { order: { ...renewalOrder, order: awaited } })
  expect(received.text).toContain('the licence changes when the money comes')
  const refunded = await render('order_refunded', { order: renewalOrder, params: { refunded: 9900 } })
  expect(refunded.text).toContain('your licence is as it was without this order')
})

test('order_cancelled leads to where the same can be ordered again', async () => {
  const cancelled = { status: 'cancelled' as const, paid_at: null }
  const cart = await render('order_cancelled', { order: { order: orderOf({}, cancelled) } })
  expect(cart.text).toContain('https://shop.example/shop\n')
  const change = { ...renewalOrder, order: { ...renewalOrder.order, ...cancelled } }
  const { text } = await render('order_cancelled', { order: change })
  expect(text).toContain('https://shop.example/licence/renew\n')
})

test('mails of a change say, while its payment doesn’t count, that the licence is as it was', async () => {
  const disputed = { ...renewalOrder, order: { ...renewalOrder.order, status: 'disputed' as const } }
  const again = await render('order_paid', { order: disputed })
  expect(again.subject).toBe('Your Prompt & Co order 2026-000123, PO-99')
  expect(again.text).toContain('your licence is as it was without this order')
  expect(again.text).not.toContain('has changed')
  for (const [said, params] of [
    ['The licence is as it was without this order until', { status: 'disputed' }],
    ['The licence is as it was without this order.', { status: 'refunded' }],
    ['The change counts again.', { status: 'paid' }],
    ['The licence stays as it was without this order', { status: 'disputed', taken: 100 }],
    ['The licence stays as it is.', { status: 'partially_refunded', taken: 100 }],
  ] as const) {
    const { text } = await render('order_dispute_notice', { order: renewalOrder, params })
    expect(text).toContain(said)
    expect(text).not.toContain('licences')
  }
})

test('the owner’s mail of a change names its key as the desk does', async () => {
  const mail = await render('order_awaited_notice', { order: renewalOrder })
  expect(mail.text).toContain('Renewal to 11 January 2028, key ending X3R0')
})

test('order_review of a paid change says why it can’t be made', async () => {
  const mail = await render('order_review', { params: { obstacle: 'licence ending X3R0 is revoked' } })
  expect(mail.subject).toBe('Order 2026-000123 needs a look: its licence can’t change')
  expect(mail.text).toContain('Found: licence ending X3R0 is revoked')
})

test.each([
  ['ending', 'Updates for your Studio licence end on 11 January 2027', 'A renewal adds to that day'],
  ['release', 'Version 2.4 is out, and your Studio licence doesn’t cover it', 'the gap isn’t billed'],
])(
  'licence_reminder (%s) says what stays, what a renewal costs, and how to stop',
  async (kind, subject, said) => {
    const params = { licenceId: 'lic_1', kind, updatesUntil: '2027-01-11T12:59:59.999Z' }
    const mail = await render('licence_reminder', { params })
    expect(mail.subject).toBe(subject)
    for (const text of [mail.text, readable(mail.html)]) {
      expect(text).toContain(said)
      expect(text).toContain('goes on running, for good')
      expect(text).toMatch(
        /A renewal:?\s+A\$99\.00 a year, with GST\s+Adds:?\s+Every version up to 11 January 2028/,
      )
    }
    expect(mail.text).toContain(`Renew the licence:\n${reminder.renewUrl}`)
    expect(mail.text).toContain(`Stop these reminders: ${reminder.stopUrl}`)
    const { head } = await compose(mail)
    expect(head).toContain(`List-Unsubscribe: <${reminder.stopUrl}>`)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  },
)

test.each([
  [1, '1 message waits in quarantine'],
  [12, '12 messages wait in quarantine'],
])('quarantine says how many of its messages wait: %i', async (waiting, subject) => {
  const mail = await render('quarantine', { params: { waiting } })
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain('npm run admin -- messages list --state quarantined')
})

test('licence_busy tells ourselves which licence moves, and until when it waits', async () => {
  const mail = await render('licence_busy', { params: busy })
  expect(mail.subject).toBe('Licence ending 7K2Q has been on 6 machines in 30 days')
  expect(mail.text).toContain('every new one is until 22 December 2026')
  expect(mail.text).toContain('npm run admin -- licences show lic_1')
  expect(mail.text).toContain('Licensed to: Acme Bcc: x@y.example')
})

test('contact_message carries the words, and its answer goes to the sender', async () => {
  const mail = await render('contact_message')
  expect(mail.subject).toBe('Message C-7F3K2Q from the contact page')
  expect(mail.text).toContain('npm run admin -- messages show C-7F3K2Q')
  expect(mail.text).toContain('> One.\n> <script>alert(1)</script> & two.')
  expect(mail.replyTo).toEqual({ name: 'Ada', address: 'ada@example.com' })
  expect(mail.headers).toEqual({})
})

test('contact_received has the reference, and nothing that the sender typed', async () => {
  const mail = await render('contact_received')
  expect(mail.subject).toBe('We have your message, C-7F3K2Q')
  for (const typed of ['Ada', 'script', 'One.']) expect(`${mail.text}${mail.html}`).not.toContain(typed)
})

test('what was typed becomes neither markup nor a header', async () => {
  const name = 'Eve\r\nBcc: victim@example.com\r\n\r\n<script>alert("1")</script>\u202e'
  const hostile = { ...message, name, email: 'eve@example.com', topic: '"><img src=x>' }
  const recipient = 'a@b.example, c@d.example'
  const mail = await render('contact_message', { message: async () => hostile, recipient })
  expect(mail.html).not.toMatch(/<script|<img/)
  expect(mail.html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  const { head, envelope } = await compose(mail)
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head.match(/^(Subject|Reply-To|To):/gim)).toHaveLength(3)
  expect(envelope.to).toHaveLength(1)
})

const encodedWords: [string][] = [
  ['=?utf-8?Q?=0ABcc:_x@evil.example?='],
  ['=?utf-8?B?CkJjYzogeEBldmlsLmV4YW1wbGU=?='],
  ['Ada =?utf-8?Q?=E2=80=AE?==?utf-8?Q?a?='],
]

const pieces = [
  ...[
    '=',
    '?',
    '=?',
    '?=',
    '=?utf-8?Q?',
    '=?utf-8?B?',
    '=0ABcc:_x@evil.example',
    'CkJjYzogeEBldmlsLmV4YW1wbGU=',
    '=E2=80=AE',
  ],
  ...['Ada', 'é', ' ', '\n', '\u202e', '"', '<', '>', ',', 'x'.repeat(70)],
]

test('whatever a name is made of, a mail program decodes neither line breaks nor direction marks from a header', async () => {
  const names = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((each) => each.join(''))
  const check = fc.asyncProperty(names, async (name) => {
    const product = { ...context, site: { ...site, product: name } }
    const mail = await render('contact_message', { message: async () => ({ ...message, name }) }, product)
    const { bytes } = await compose(mail)
    const { headers, from, replyTo, subject } = await PostalMime.parse(bytes)
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(replyTo).toMatchObject([{ address: 'ada@example.com' }])
    for (const text of [subject, from?.name, replyTo?.[0]?.name]) {
      expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
    }
  })
  await fc.assert(check, { numRuns: runs(300), examples: encodedWords })
})

test.each([
  ['order_awaited_notice', '/desk/orders/2026-000123'],
  ['orders_paid_summary', '/desk/orders?status=paid,partially_refunded,refunded,disputed&method=card'],
  ['licence_busy', '/desk/licences/lic_1'],
  ['quarantine', '/desk/messages?state=quarantined'],
])('%s leads to the desk, where there is one', async (kind, page) => {
  const params = { waiting: 1, ...busy, ...summed }
  const staff = [{ email: 'ada@example.com', role: 'owner' as const }]
  const { text } = await render(kind, { params }, { ...context, site: { ...context.site, staff } })
  expect(text).toContain(`https://shop.example${page}`)
  expect((await render(kind, { params })).text).not.toContain('/desk')
})

test('a mail whose order or message is gone can’t be sent', async () => {
  const gone = { order: async () => null, message: async () => null }
  for (const kind of [
    'order_paid',
    'order_received',
    'order_review',
    'contact_message',
    'contact_received',
  ]) {
    await expect(renderMail(row(kind), { ...context, sources: { ...sources, ...gone } })).rejects.toThrow(
      UnsendableMail,
    )
  }
})

test('an unknown kind is no reason to give a mail up: a newer version may know it', async () => {
  await expect(render('constructor')).rejects.toThrow('there is no template constructor')
})

test.each([
  ['PO-88123', ', PO-88123'],
  ['4471', ', PO 4471'],
  ['PO 12/2026', ', PO 12/2026'],
  ['Visit example.com now', ''],
  ['Call me', ''],
  [undefined, ''],
])('of the purchase order %s a subject says “%s”', (purchaseOrder, said) => {
  expect(purchaseOrderIn(orderOf({ purchaseOrder }))).toBe(said)
})

function orderOf(buyer: OrderChanges['buyer'] = {}, changes: OrderChanges = {}) {
  return anyOrder({
    number: '2026-000123',
    total: 45800,
    tax: 4164,
    created_at: '2026-11-20T10:00:00.000Z',
    paid_at: '2026-11-20T10:00:00.000Z',
    ...changes,
    buyer: {
      name: 'Grace Hopper',
      email: 'grace@example.com',
      abn: undefined,
      purchaseOrder: 'PO-99',
      ...buyer,
    },
  })
}

const order = orderOf()

const unpaid = {
  status: 'pending' as const,
  paid_at: null,
  transfer_terms:
    '{"dueDays":14,"remindAfterDays":[10,17],"lapseAfterDays":30,"timeZone":"Australia/Sydney"}',
}

const awaited = orderOf({}, unpaid)

const lines = [anyOrderLine({ id: 'itm_1', qty: 2, amount: 45800, tax: 4164 })]

const licences: LicenceForMail[] = [key, 'TEST-11111-22222-33333-44444'].map((each) => ({
  lineId: 'itm_1',
  key: each,
  status: 'active',
  seats: { limit: 3 },
  updatesUntil: '2027-11-13T13:00:00.000Z',
}))

const owned: OwnedLicence = {
  ...(licences[0] as LicenceForMail),
  plan: 'Studio',
  keyHint: '…-X3R0',
  email: 'grace@example.com',
}

const renewalOrder = {
  order: { ...order, total: 9900, tax: 900 },
  lines: [
    anyOrderLine({
      id: 'itm_1',
      name: 'Renewal to 11 January 2028, TEST-…-X3R0',
      qty: 1,
      unit_amount: 9900,
      amount: 9900,
      licence_id: 'lic_1',
      change: '{"kind":"renewal","months":12}',
    }),
  ],
  licences: [],
  changed: {
    lineId: 'itm_1',
    keyHint: '…-X3R0',
    sku: 'studio',
    plan: 'Studio',
    status: 'active' as const,
    seats: { limit: 3, used: 2 },
    updatesUntil: '2028-01-11T12:59:59.999Z',
  },
}

const message: MessageRow = {
  id: 'msg_1',
  reference: 'C-7F3K2Q',
  name: 'Ada',
  email: 'ada@example.com',
  topic: 'sales',
  message: 'One.\n<script>alert(1)</script> & two.',
  quarantined: 0,
  verified: 1,
  repeat_key: null,
  created_at: '2026-11-20T10:00:00.000Z',
  answered_at: null,
  answered_by: null,
  assigned_to: null,
}

const sources: MailSources = {
  ...noSources,
  order: async () => ({ order, lines, licences, changed: null, credit: 0 }),
  orderLink: async () => link,
  message: async () => message,
  licence: async () => owned,
  reminder: async () => reminder,
  paidByCard: async () => ({ count: 1, total: 45800, orders: [{ order, lines }] }),
  document: async (_id, kind, refunded) =>
    kind === 'receipt'
      ? null
      : {
          number: kind === 'invoice' ? 'INV-7' : `ADJ-${refunded}`,
          pdf: new Uint8Array(Buffer.from('%PDF')),
        },
}

const reminder: ReminderContent = {
  plan: 'Studio',
  keyHint: '…-X3R0',
  until: '2027-01-11',
  covered: '2.3.0',
  missed: '2.4.0',
  renewal: {
    unitAmount: 9900,
    perSeat: 3000,
    updatesMonths: 12,
    years: [{ years: 1, amount: 9900, updatesUntil: '2028-01-11T12:59:59.999Z' }],
  },
  currency: 'AUD',
  taxName: 'GST',
  timeZone: 'Australia/Sydney',
  renewUrl: 'https://shop.example/licence/renew#t=mail_1.x',
  stopUrl: 'https://shop.example/licences/unsubscribe?token=mail_1.y',
}

/** A day of Sydney's summer time. */
const summed = { from: '2026-11-18T20:59:00.000Z', to: '2026-11-19T20:59:00.000Z' }

const busy = {
  id: 'lic_1',
  plan: 'Solo',
  keyHint: '…-7K2Q',
  licensedTo: 'Acme\r\nBcc: x@y.example',
  machines: 6,
  until: '2026-12-22',
}

const context: MailContext = {
  site,
  siteUrl: 'https://shop.example',
  cardPayments: true,
  sources,
}

type Changes = { params?: object; order?: object; recipient?: string; at?: string } & Partial<
  Omit<MailSources, 'order'>
>

/** A kind without an example doesn't compile. */
function anyMails(): Record<MailKind, Changes & { subject: string; automatic?: boolean }> {
  const unpaidAs = (status: OrderRow['status']) => ({ order: orderOf({}, { ...unpaid, status }) })
  const debited = (payment_state: 'processing' | 'failed') => ({
    order: orderOf({}, { ...unpaid, payment_state }),
  })
  const refund = { amount: 8900, refunded: 8900, status: 'partially_refunded' }
  const dispute = { kind: 'inquiry', id: 'dp_1', reason: 'fraudulent', amount: 22900, dueBy: null }
  const move = { params: { moveId: 'mov_1' }, move: async () => anyMove }
  const token = { licenceId: 'lic_1', tokenHint: '…-9XQ4', seats: 30, lastDay: '2027-06-30' }
  return {
    order_paid: { subject: 'Your Prompt & Co licence keys, order 2026-000123, PO-99' },
    order_received: { order: { order: awaited }, subject: 'Tax invoice INV-7, PO-99, due 4 December 2026' },
    transfer_reminder: {
      order: { order: awaited },
      subject: 'Reminder: order 2026-000123, due 4 December 2026',
    },
    part_received: {
      order: { order: { ...awaited, received_amount: 45_000 } },
      params: { amount: 45_000 },
      subject: 'A$8.00 of order 2026-000123 is still to come',
    },
    payment_undone: {
      order: { order: awaited },
      params: { amount: 45_800, hadKeys: true },
      subject: 'Order 2026-000123 isn’t paid yet',
    },
    order_lapsed: { order: unpaidAs('expired'), subject: 'Order 2026-000123 has lapsed' },
    order_cancelled: { order: unpaidAs('cancelled'), subject: 'Order 2026-000123 is cancelled' },
    order_refunded: { params: refund, subject: 'Refund for your Prompt & Co order 2026-000123, PO-99' },
    order_readdressed: { subject: 'Order 2026-000123 has another e-mail address' },
    invoice_corrected: {
      params: { number: 'INV-8', replaces: 'INV-7' },
      subject: 'Invoice INV-8 replaces INV-7, PO-99',
    },
    payment_processing: {
      order: debited('processing'),
      subject: 'Your payment for order 2026-000123 is on its way',
    },
    payment_failed: { order: debited('failed'), subject: 'Your payment for order 2026-000123 didn’t come' },
    order_taken_back: { params: refund, subject: 'Your bank has taken back A$89.00 of order 2026-000123' },
    refund_delayed: { params: refund, subject: 'Your refund for order 2026-000123 takes longer' },
    refund_repaid: { params: refund, subject: 'Your refund for order 2026-000123 went by bank transfer' },
    refund_unsent: {
      params: { amount: 8900, send: { amount: 13_900, by: '2026-12-05', account: null } },
      subject: 'Your refund for order 2026-000123 is still to come',
    },
    quote_made: {
      params: { quoteId: 'quo_1' },
      quote: async () => anyQuote,
      subject: 'Quote Q-000001, PO-99, valid until 20 December 2026',
    },
    quote_withdrawn: {
      params: { quoteId: 'quo_1' },
      quote: async () => anyQuote,
      automatic: false,
      subject: 'Quote Q-000001 was withdrawn',
    },
    order_review: { subject: 'Order 2026-000123 needs a look: the money differs' },
    order_awaited_notice: { subject: 'Order 2026-000123 awaits A$458.00 by bank transfer' },
    order_paid_notice: { subject: 'Order 2026-000123 is paid: A$458.00' },
    orders_paid_summary: { params: summed, subject: '1 order was paid by card: A$458.00' },
    order_refund_notice: { params: refund, subject: 'A$89.00 of order 2026-000123 was refunded' },
    order_dispute_notice: {
      params: { status: 'paid' },
      subject: 'The dispute of order 2026-000123 has ended: it stays paid',
    },
    order_partly_paid_notice: {
      order: { order: { ...awaited, received_amount: 45_000 } },
      subject: 'Order 2026-000123 needs a look: A$8.00 is outstanding',
    },
    order_attention_notice: {
      params: dispute,
      subject: 'Order 2026-000123 needs a look: the bank asks about it',
    },
    refund_failed_notice: {
      params: { amount: 8900, reason: 'lost_or_stolen_card' },
      subject: 'A refund of order 2026-000123 failed: A$89.00 is owed',
    },
    money_back_notice: { params: refund, subject: 'The bank gave A$89.00 of order 2026-000123 back' },
    payment_refused: {
      params: { answer: 'No such key' },
      subject: 'Cards don’t work: the payment provider refuses us',
    },
    licence_issued: { params: { licenceId: 'lic_1' }, subject: 'Your Prompt & Co licence key' },
    licences_imported: {
      params: { importId: 'imp_1' },
      imported: async () => [
        {
          plan: 'Solo',
          bought: '2020-03-01T00:00:00.000Z',
          until: '2027-03-01T00:00:00.000Z',
          oldHint: '…-7K2Q',
        },
      ],
      subject: 'Your Prompt & Co licence, in our own shop',
    },
    licence_reminder: {
      params: { licenceId: 'lic_1', kind: 'ending', updatesUntil: '2027-01-11T12:59:59.999Z' },
      subject: 'Updates for your Studio licence end on 11 January 2027',
    },
    licence_busy: { params: busy, subject: 'Licence ending 7K2Q has been on 6 machines in 30 days' },
    sign_in_link: {
      params: { verified: true },
      findTypedEmail: async () => 'Grace@example.com',
      subject: 'Your link to your licences',
    },
    sign_in_unknown: { subject: 'No Prompt & Co licence was bought with this address' },
    machine_released: {
      params: { licenceId: 'lic_1', machine: 'Studio Mac' },
      subject: 'A machine was deactivated on your Studio licence',
    },
    enrolment_made: { params: token, subject: 'A token was made for your Studio licence' },
    enrolment_ended: { params: token, subject: 'A token of your Studio licence has ended' },
    key_replaced: {
      params: { licenceId: 'lic_1', oldHint: '…-7K2Q' },
      subject: 'The new key of your Studio licence',
    },
    move_offered: {
      ...move,
      recipient: 'ada@example.com',
      subject: 'Prompt & Co: grace@example.com offers you a licence',
    },
    move_accepted: { ...move, subject: 'Confirm the move to ada@example.com' },
    move_done: { ...move, subject: 'Moved to ada@example.com' },
    move_arrived: { ...move, recipient: 'grace@example.com', subject: 'Yours now: a licence' },
    move_undone: { ...move, subject: 'The move was taken back' },
    contact_message: { subject: 'Message C-7F3K2Q from the contact page', automatic: false },
    contact_received: { subject: 'We have your message, C-7F3K2Q' },
    contact_answer: {
      params: { text: 'Yes.', articles: [{ path: '/help/paying', title: 'Paying' }], by: 'ada@example.com' },
      mailsBefore: async () => ['mail_0'],
      subject: 'Re: We have your message, C-7F3K2Q',
      automatic: false,
    },
    quarantine: { params: { waiting: 1 }, subject: '1 message waits in quarantine' },
    desk_link: {
      member: async (email) => ({ email, role: 'owner' }),
      subject: 'Your link to the desk',
    },
    webhook_given_up: {
      params: { webhookId: 'whk_1', type: 'order.paid', host: 'crm.example' },
      subject: 'crm.example didn’t take a webhook for three days',
    },
    erasure_requested: {
      params: { email: 'grace@example.com', orders: ['2026-000123'], licences: [] },
      automatic: false,
      subject: 'Somebody asks us to erase what we hold on them',
    },
    erasure_received: {
      params: { day: '2026-11-20' },
      subject: 'You’ve asked us to erase what we hold on you',
    },
  }
}

const anyQuote = {
  link: 'https://shop.example/shop/quotes/quo_1?token=qt_secret',
  isOpen: true,
  quote: {
    ...order,
    id: 'quo_1',
    number: 'Q-000001',
    valid_until: '2026-12-20T12:59:59.999Z',
    fingerprint: '',
    order_id: null,
    withdrawn_at: null,
    state: 'waiting' as const,
    lines: '[]',
    code: null,
    content: JSON.stringify({
      kind: 'quote',
      number: 'Q-000001',
      date: '2026-11-20',
      validUntil: '2026-12-20',
      currency: 'AUD',
      seller: { name: 'Company Pty Ltd' },
      buyer: {
        name: 'Grace',
        companyName: null,
        abn: null,
        country: 'Australia',
        email: 'grace@example.com',
      },
      purchaseOrder: 'PO-99',
      taxed: true,
      lines: [],
      total: 45800,
      tax: 4164,
    }),
    pdf: new Uint8Array(Buffer.from('%PDF')),
  },
}

const anyMove: LicenceMoveRow & { licences: Pick<LicenceRow, 'id' | 'plan' | 'key_hint'>[] } = {
  id: 'mov_1',
  from_email: 'grace@example.com',
  to_email: 'ada@example.com',
  licence_ids: '["lic_1"]',
  keeps_key: 0,
  started_at: '2026-11-20T10:00:00.000Z',
  accepted_at: null,
  confirmed_at: null,
  undone_at: null,
  licences: [{ id: 'lic_1', plan: 'Studio', key_hint: '…-X3R0' }],
}

function render(
  kind: string,
  { params = {}, order: change = {}, recipient, at, ...others }: Changes = {},
  around = context,
) {
  const found = { order, lines, licences, changed: null, credit: 0, ...change }
  const changed = { ...sources, order: async () => found, ...others }
  const mail = row(kind, params, recipient)
  return renderMail({ ...mail, created_at: at ?? mail.created_at }, { ...around, sources: changed })
}

test.each(['order_paid', 'order_received', 'order_refunded', 'transfer_reminder'])(
  '%s says first where the order is',
  async (kind) => {
    const unpaid = ['order_received', 'transfer_reminder'].includes(kind)
    const order = unpaid ? { order: { order: awaited } } : {}
    const { text } = await render(kind, { ...order, params: { refunded: 45800 } })
    const [, first] = String(text).split('\n\n')
    expect(first).toContain(link)
  },
)

test.each(Object.entries(anyMails()))(
  '%s is the same mail each time, says who wrote it, and fetches nothing',
  async (kind, { subject, automatic = true, ...changes }) => {
    const mail = await render(kind, changes)
    const { head } = await compose(mail)
    expect(mail.subject).toBe(subject)
    expect(head).toMatch(/^Message-ID: <mail_1@shop\.example>$/m)
    expect(head).toMatch(/^Date: Fri, 20 Nov 2026 10:00:00 \+0000$/m)
    expect(head).toMatch(/^From: ("?Prompt & Co"?|.* via .*) <shop@company\.example>$/m)
    expect(/^Auto-Submitted: auto-generated$/m.test(head)).toBe(automatic)
    expect(head).toMatch(automatic ? /^Reply-To: "?Prompt & Co"? <shop@company\.example>$/m : /^Reply-To: /m)
    expect(mail.html).not.toMatch(/\ssrc=|url\(|@import|<link|<script/)
    expect(mail.html).toContain('Prompt &amp; Co')
    expect(`${mail.text}`).not.toMatch(/undefined|null|NaN|\[object/)
    expect(await render(kind, changes)).toEqual(mail)
  },
)
