import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { dayIn, formatDate, minuteIn } from '#shared/calendar/calendar.ts'
import { describeAttention } from '#shared/desk/attention-words.ts'
import { describeAct, describeDetail, describeWho } from '#shared/desk/audit-words.ts'
import { plural } from '#shared/desk/count-words.ts'
import { buyerMails, describeMail } from '#shared/desk/mail-words.ts'
import { describeKey, methodWord, stateInText, stateWord } from '#shared/desk/words.ts'
import { invoiceText } from '#shared/orders/invoice-text.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import type { Changeable } from '../../licences/changes/history.ts'
import type { Db } from '../../runtime/db/database.ts'
import { readSnapshot } from '../../runtime/db/read-snapshot.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { findInvoices, readInvoiceContent } from '../../shop/invoices/issue.ts'
import { drawSheet } from '../../shop/invoices/pdf.ts'
import type { Sheet } from '../../shop/invoices/sheet.ts'
import { findTerms } from '../../shop/orders/accepted-terms.ts'
import { readWholeOrder } from '../../shop/orders/whole-order.ts'

/**
 * PDF with the evidence for a disputed payment: facts and history, documents, sent mails, activations of the
 * licences, and the accepted terms.
 */
export async function evidencePdf(ctx: Data & Seller & Clock, order: OrderRow): Promise<Uint8Array> {
  const found = await readSnapshot(ctx.database, (snapshot) => collect(snapshot, order))
  const { site } = ctx.library.typed
  const now = ctx.clock()
  const title = `Evidence for order ${order.number}`
  const about = { title, author: site.company.name, issuedAt: now }
  return drawSheet(about, (sheet) => write(sheet, found, { title, timeZone: site.company.timeZone, now }))
}

type Evidence = Awaited<ReturnType<typeof collect>>

async function collect(db: Db, order: OrderRow) {
  const whole = await readWholeOrder(db, order)
  const documents = (await findInvoices(db, order.id)).map((document) =>
    invoiceText(readInvoiceContent(document)),
  )
  const ids = whole.licences.map(({ id }) => id)
  const activations =
    ids.length === 0
      ? []
      : await db
          .selectFrom('activations')
          .innerJoin('licences', 'licences.id', 'activations.licence_id')
          .select(['key_hint', 'machine_name', 'machine_os', 'app_version', 'activated_at', 'seen_at'])
          .select('released_at')
          .where('licence_id', 'in', ids)
          .orderBy('activated_at')
          .execute()
  const mails = await db
    .selectFrom('mails')
    .select(['kind', 'sent_at', 'sent_copy', 'recipient'])
    .where('order_id', '=', order.id)
    .where('status', '=', 'sent')
    .where('kind', 'in', buyerMails)
    .orderBy('sent_at')
    .execute()
  const changes = await findChanges(db, order)
  return { whole, documents, activations, changes, mails, terms: await findTerms(db, order.terms) }
}

/** Changes that the order made to licences, which may have changed again since. */
function findChanges(db: Db, { id }: OrderRow) {
  return db
    .selectFrom('licence_changes')
    .innerJoin('order_lines', 'order_lines.id', 'licence_changes.order_line_id')
    .innerJoin('licences', 'licences.id', 'licence_changes.licence_id')
    .select(['key_hint', 'before', 'after', 'applied_at', 'reverted_at'])
    .where('order_lines.order_id', '=', id)
    .orderBy('applied_at')
    .orderBy('licence_changes.ordinal')
    .execute()
}

type About = { title: string; timeZone: string; now: Date }

function write(sheet: Sheet, found: Evidence, { title, timeZone, now }: About): void {
  const { whole, documents, activations, changes, mails, terms } = found
  const at = (time: string | null) => (time === null ? '' : minuteIn(timeZone, time))
  const money = (cents: number) => formatMoney(cents, whole.currency)
  const { customer, attention } = whole
  sheet.heading(title)
  sheet.paragraph(`As of ${formatDate(dayIn(timeZone, now))}. Times are of ${timeZone}.`)
  sheet.facts('The order', [
    ...(attention
      ? [{ term: 'What the bank says', value: describeAttention(attention, whole.currency) }]
      : []),
    { term: 'Number', value: whole.number },
    { term: 'State', value: stateWord(whole.status) },
    { term: 'Placed', value: at(whole.createdAt) },
    ...(whole.paidAt ? [{ term: 'Paid', value: at(whole.paidAt) }] : []),
    { term: 'Total', value: `${money(whole.total)} ${whole.currency}` },
    { term: 'Paid by', value: methodWord(whole.paymentMethod) },
    { term: 'Buyer', value: [customer.companyName, customer.name].filter(Boolean).join(', ') },
    { term: 'E-mail', value: customer.email },
    {
      term: 'Address',
      value: addressText(addressOf(customer), customer.country) || countryName(customer.country),
    },
  ])
  sheet.title('What was bought')
  for (const { qty, name, amount } of whole.lines) sheet.line(`${qty} × ${name}, ${money(amount)}`)
  for (const each of changes) sheet.line(describeChange(each, at))
  sheet.title('Licences as they are now, and where they were turned on')
  for (const { keyHint, plan, seats, status } of whole.licences)
    sheet.line(
      `${plan}, key ${describeKey(keyHint)}, for ${plural(seats, 'machine')}; now ${stateInText(status)}`,
    )
  if (activations.length === 0) sheet.line('None was turned on.')
  for (const each of activations) sheet.line(describeActivation(each, at))
  sheet.line('Downloads need no sign-in, so the shop doesn’t know who downloaded what.')
  sheet.title('History')
  for (const { at: time, who, event, detail, after } of whole.events) {
    // Hides reasons written by staff, which are internal.
    const why = event === 'order.attention' ? after.reason : describeDetail(detail)
    sheet.line(
      [`${at(time)}  ${describeWho(who)} ${describeAct(event, who)}`, why].filter(Boolean).join(': '),
    )
  }
  for (const { title, status, parties, table, foot } of documents) {
    sheet.next(title)
    if (status) sheet.paragraph(status)
    sheet.columns(parties)
    sheet.table(table, title)
    sheet.paragraph(foot)
  }
  for (const { kind, sent_at, sent_copy, recipient } of mails) {
    const copy = sent_copy === null ? null : JSON.parse(sent_copy)
    sheet.next(`Mail: ${describeMail(kind)}`)
    sheet.line(`Sent ${at(sent_at)} to ${copy?.to ?? recipient}`)
    sheet.line(`Subject: ${copy?.subject ?? 'not kept'}`)
    for (const line of String(copy?.text ?? '').split('\n')) if (line.trim() !== '') sheet.line(line)
  }
  sheet.next('The terms, as they were accepted')
  sheet.line(`The buyer accepted them with the order, on ${at(whole.createdAt)}.`)
  for (const line of (terms ?? 'They weren’t kept with the order.').split('\n')) sheet.line(line)
  sheet.end()
}

function describeChange(change: Evidence['changes'][number], at: (time: string | null) => string): string {
  const { key_hint, before, after, applied_at, reverted_at } = change
  const termsIn = (json: string) => {
    const { plan, seat_limit, updates_until } = JSON.parse(json) as Changeable
    return `${plan} for ${plural(seat_limit, 'machine')}, updates until ${at(updates_until)}`
  }
  const turn = `${at(applied_at)}  Key ${describeKey(key_hint)}: from ${termsIn(before)}, to ${termsIn(after)}`
  return reverted_at === null ? turn : `${turn}; taken back ${at(reverted_at)}`
}

type Activation = Evidence['activations'][number]

function describeActivation(activation: Activation, at: (time: string | null) => string): string {
  const { key_hint, machine_name, machine_os, app_version, activated_at, seen_at, released_at } = activation
  return [
    `${at(activated_at)}  ${machine_name ?? 'A machine without a name'}`,
    machine_os,
    app_version && `version ${app_version}`,
    `key ${describeKey(key_hint)}`,
    `last seen ${at(seen_at)}`,
    released_at && `turned off ${at(released_at)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
