import type { Day } from '#shared/calendar.ts'
import type { DeskRole } from '#shared/desk/roles.ts'
import type { Order } from '#shared/orders.ts'

/** Answers of `/api/desk` that pages show. Amounts in cents, times ISO 8601 UTC. */

export type OrderRow = Pick<
  Order,
  | 'id'
  | 'number'
  | 'status'
  | 'currency'
  | 'total'
  | 'tax'
  | 'refunded'
  | 'createdAt'
  | 'paidAt'
  | 'paymentMethod'
  | 'customer'
  | 'purchaseOrder'
> & { revision: number; lines: { sku: string; name: string; qty: number }[] }

export type SentMail = {
  id: string
  kind: string
  status: string
  recipient: string
  createdAt: string
  sentAt: string | null
}

export type HistoryEntry = {
  at: string
  /** Null for automatic changes. */
  who: string | null
  act: string
  detail?: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export type DeskOrder = Omit<OrderRow, 'lines'> & {
  payments: {
    id: string
    amount: number
    currency: string
    /** A day in the company's time zone. */
    date: Day
    reference: string | null
    source: string
    who: string
  }[]
  outstanding: number
  /** Money beyond the total. */
  credit: number
  lines: {
    id: string
    sku: string
    name: string
    qty: number
    unitAmount: number
    amount: number
    tax: number
  }[]
  licences: {
    id: string
    status: string
    keyHint: string
    plan: string
    seats: number
    updatesUntil: string
  }[]
  documents: {
    kind: 'invoice' | 'adjustment_note'
    number: string
    amount: number
    tax: number
    issuedAt: string
    replacedBy: string | null
    url: string
  }[]
  mails: SentMail[]
  events: (Omit<HistoryEntry, 'act'> & { event: string })[]
  ordersOfCustomer: number
}

export type LicenceRow = {
  id: string
  keyHint: string
  plan: string
  status: 'active' | 'suspended' | 'revoked'
  seats: { limit: number; used: number }
  updatesUntil: string
  licensedTo: { name: string; companyName: string | null }
  email: string
  createdAt: string
}

export type DeskLicence = LicenceRow & {
  newestCovered: { version: string; date: string } | null
  machines: {
    id: string
    name: string
    os: string | null
    appVersion: string | null
    activatedAt: string
    seenAt: string
  }[]
  orders: Pick<OrderRow, 'id' | 'number' | 'status' | 'total' | 'currency' | 'createdAt'>[]
  changes: HistoryEntry[]
  mails: SentMail[]
}

export type AuditEntry = {
  at: string
  who: string
  act: string
  subject: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export type OpenSession = {
  id: string
  email: string
  createdAt: string
  seenAt: string
  endsAt: string
  isThis: boolean
}

export type Token = { id: string; email: string; createdAt: string; usedAt: string | null }

export type Me = { email: string; role: DeskRole }

export type Message = {
  id: string
  reference: string
  name: string
  email: string
  topic: string
  message: string
  verified: boolean
  quarantined: boolean
  createdAt: string
  answeredAt: string | null
  answeredBy: string | null
}

/** Includes data of the sender's address. */
export type WholeMessage = Message & {
  licences: Pick<LicenceRow, 'id' | 'plan' | 'keyHint'>[]
  orders: Pick<OrderRow, 'id' | 'number'>[]
}

export type Mail = SentMail & {
  orderId: string | null
  attempts: number
  nextAttemptAt: string | null
  lastError: string | null
}

/** `subject` and `text` are null if the mail's subject is gone. */
export type WholeMail = Mail & { subject: string | null; text: string | null; attachments: string[] }
