import { dayIn, dayMs } from '#shared/calendar/calendar.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { type Written, written } from '../../runtime/db/rows/buyer.ts'
import type { InvoiceRow } from '../../runtime/db/rows/invoices.ts'
import type { ActivationRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { MessageRow } from '../../runtime/db/rows/messages.ts'
import type { OrderLineRow, OrderRow, PaymentRow } from '../../runtime/db/rows/orders.ts'
import type { AuditEntryRow } from '../../runtime/db/rows/sign-in.ts'
import { invoiceContent } from '../../shop/invoices/content.ts'
import { anyOrder, anyOrderLine } from '../support/any-order.ts'
import { site } from '../support/site.ts'

const names = [
  'Ada Byron',
  'Quokka Creek',
  'Harbour Street',
  'Fictional Grammar',
  'Notional Theatre',
  'Lorem Lane',
]
const batch = 250
const yearMs = 365 * dayMs
/** Orders spread over two years. */
const spanMs = 2 * yearMs

type Rows = {
  orders: Written<OrderRow>[]
  order_lines: OrderLineRow[]
  invoices: InvoiceRow[]
  licences: LicenceRow[]
  activations: ActivationRow[]
  payments: PaymentRow[]
  mails: MailRow[]
  messages: MessageRow[]
  audit_entries: AuditEntryRow[]
}

/**
 * Gives each order its licence, documents, payment, mails, message and audit entry. Some entries are notes, and a few orders
 * wait. Reminders are sent, or the site would send thousands while it's measured.
 */
export async function fillShop({ db }: Pick<Database, 'db'>, count: number): Promise<void> {
  const first = Date.now() - spanMs
  for (let start = 0; start < count; start += 4 * batch) {
    await db.transaction().execute(async (trx) => {
      for (let at = start; at < Math.min(count, start + 4 * batch); at += batch) {
        const indexes = Array.from({ length: Math.min(batch, count - at) }, (_, index) => at + index)
        await insert(
          trx,
          toRows(indexes, (index) => new Date(first + (index / count) * spanMs).toISOString()),
        )
      }
    })
  }
}

async function insert(trx: Db, rows: Rows): Promise<void> {
  for (const [table, values] of Object.entries(rows)) {
    if (values.length === 0) continue
    await trx
      .insertInto(table as 'orders')
      .values(values as Rows['orders'])
      .execute()
  }
}

function toRows(indexes: number[], timeOf: (index: number) => string): Rows {
  const rows: Rows = {
    orders: [],
    order_lines: [],
    invoices: [],
    licences: [],
    activations: [],
    payments: [],
    mails: [],
    messages: [],
    audit_entries: [],
  }
  for (const index of indexes) addOrder(rows, index, timeOf(index))
  return rows
}

function addOrder(rows: Rows, index: number, at: string): void {
  const id = `ord_${index}`
  const isPaid = index % 500 !== 0
  const who = names[index % names.length] ?? ''
  const order = anyOrder({
    id,
    number: `2026-${String(index).padStart(6, '0')}`,
    status: isPaid ? 'paid' : 'pending',
    payment_method: index % 3 ? 'card' : 'invoice',
    buyer: {
      name: `${who} ${index}`,
      companyName: undefined,
      email: `buyer${index}@example.com`,
      purchaseOrder: index % 3 ? undefined : `PO-${index}`,
    },
    created_at: at,
    paid_at: isPaid ? at : null,
    received_amount: isPaid ? 22_900 : null,
    received_currency: isPaid ? 'AUD' : null,
    total: 22_900,
    tax: 2082,
  })
  rows.orders.push(written(order))
  rows.order_lines.push(
    anyOrderLine({
      id: `lin_${index}`,
      order_id: id,
      qty: 1,
      unit_amount: 22_900,
      amount: 22_900,
      tax: 2082,
    }),
  )
  if (isPaid) addPaid(rows, order, index, at)
}

function addPaid(rows: Rows, order: OrderRow, index: number, at: string): void {
  const { id, customer_name, customer_email } = order
  const until = new Date(Date.parse(at) + yearMs)
  const number = `INV-${String(index).padStart(6, '0')}`
  const lines = rows.order_lines.slice(-1)
  const content = invoiceContent({
    order,
    lines,
    site,
    siteUrl: 'http://localhost',
    number,
    now: new Date(at),
  })
  rows.invoices.push({
    id: `inv_${index}`,
    order_id: id,
    kind: 'invoice',
    number,
    round: 0,
    refunded: 0,
    correction: 0,
    replaces: null,
    issued_at: at,
    content: JSON.stringify(content),
    total: 22_900,
    tax: 2082,
    taxed: 1,
    tax_share: 1,
    tax_net: 10,
    pdf: new Uint8Array(),
  })
  rows.licences.push({
    id: `lic_${index}`,
    order_line_id: `lin_${index}`,
    ordinal: 0,
    key_lookup: `look-up ${index}`,
    key_cipher: '',
    entitlements: null,
    offline_days: null,
    external_id: null,
    metadata: '{}',
    key_groups: '',
    key_hint: `…-${index.toString(36).toUpperCase().padStart(4, '0').slice(-4)}`,
    sku: 'studio',
    plan: 'Studio',
    seat_limit: 3,
    updates_until: until.toISOString(),
    // Few, so that their list must not walk over all others.
    status: index % 5000 === 1 ? 'revoked' : 'active',
    suspended_by: null,
    licensed_name: customer_name,
    licensed_company: null,
    email: customer_email,
    created_at: at,
    moved_at: null,
    known_as: null,
  })
  rows.activations.push({
    id: `act_${index}`,
    licence_id: `lic_${index}`,
    seat: 0,
    machine_id: `machine-${index}`,
    machine_name: `STUDIO-${index}`,
    machine_os: 'Windows 11',
    app_version: `2.${index % 4}.0`,
    activated_at: at,
    seen_at: at,
    released_at: null,
    update_token_hash: null,
    carried_from: null,
    enrolment_id: null,
  })
  const mail = { id: `mail_${index}`, order_id: id, recipient: customer_email, created_at: at }
  rows.mails.push(sent({ ...mail, kind: 'order_paid', dedupe_key: `order:${id}:paid` }))
  const reminder = reminderOf(until)
  if (reminder) {
    const dedupe_key = `licence:lic_${index}:${reminder}:${dayIn(site.company.timeZone, until)}`
    rows.mails.push(
      sent({ ...mail, id: `mail_r${index}`, order_id: null, kind: 'licence_reminder', dedupe_key }),
    )
  }
  rows.messages.push({
    id: `msg_${index}`,
    reference: `C-${index}`,
    name: customer_name,
    email: customer_email,
    topic: 'sales',
    message: `Question ${index}`,
    verified: 1,
    quarantined: 0,
    repeat_key: null,
    created_at: at,
    answered_at: index % 1000 === 1 ? null : at,
    answered_by: index % 1000 === 1 ? null : 'bench@example.com',
    assigned_to: null,
  })
  const note = index % 20 === 1 ? `Called ${customer_name} back` : null
  rows.audit_entries.push({
    id: `aud_${index}`,
    at,
    who: 'bench@example.com',
    act: note ? 'order.note' : 'order.payment_taken',
    subject: id,
    before: '{}',
    after: JSON.stringify(note ? { text: note } : {}),
  })
  rows.payments.push({
    id: `pay_${index}`,
    order_id: id,
    dedupe_key: `card:${index}`,
    amount: 22_900,
    currency: 'AUD',
    received_at: at,
    reference: null,
    source: 'card',
    statement_line: null,
    who: '',
    created_at: at,
  })
}

/** @param until end of a licence's updates @returns the reminder that its owner has had */
function reminderOf(until: Date): 'ending' | 'release' | null {
  const days = (until.getTime() - Date.now()) / dayMs
  if (days > 31 || days < -90) return null
  return days > 0 ? 'ending' : 'release'
}

type Mailed = Pick<MailRow, 'id' | 'dedupe_key' | 'kind' | 'order_id' | 'recipient' | 'created_at'>

function sent(mail: Mailed): MailRow {
  return {
    ...mail,
    message_id: null,
    params: '{}',
    status: 'sent',
    attempts: 1,
    next_attempt_at: mail.created_at,
    leased_until: null,
    lease: null,
    last_error: null,
    sent_at: mail.created_at,
    retried_at: null,
    sent_copy: null,
    aside_reason: null,
  }
}
