import { type RawBuilder, sql } from 'kysely'
import type { TimelineEntry } from '#shared/desk/customer-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import { describeKey } from '#shared/desk/words.ts'
import { cardProvider, readFacts } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import { mergeSorted, type Page, toPage } from '../../runtime/db/keyset.ts'
import { saidByProvider } from '../../shop/orders/whole-order.ts'
import { type CustomerFilter, isOfCustomer } from './customer-filter.ts'

type Row = Omit<TimelineEntry, 'id' | 'before' | 'after'> & {
  /** Orders entries of the same moment. */
  id: string
  opens: string
  before: string
  after: string
}

const columns = { at: 'at', id: 'id' }

type TimelinePage = Page<'-at'> & { emails: string[]; rights: Rights }

/**
 * Lists everything that happened to a customer's orders, quotes, licences and mails, newest first. Reads each
 * kind by its index, only as far as the page needs.
 */
export async function readTimeline(
  db: Db,
  customer: CustomerFilter,
  { emails, rights, after, limit, sort }: TimelinePage,
): Promise<{ entries: TimelineEntry[]; next: string | null }> {
  const kinds = kindsOf(customer, emails, rights)
  const found = await Promise.all(kinds.map((kind) => readKind(db, kind, { after, limit })))
  const { rows, next } = toPage(mergeSorted(found, columns, sort), columns, { limit, sort })
  return { entries: rows.map(toEntry), next }
}

/** A query, with the names of its columns of time and id. */
type Kind = { rows: RawBuilder<unknown>; at: string; id: string }

async function readKind(
  db: Db,
  { rows, at, id }: Kind,
  { after, limit }: Pick<Page, 'after' | 'limit'>,
): Promise<Row[]> {
  const [time, key] = [sql.ref(at), sql.ref(id)]
  const rest = after ? sql`and (${time}, ${key}) < (${sql.join([...after.keys, after.id])})` : sql``
  const query = sql<Row>`${rows} ${rest} order by ${time} desc, ${key} desc limit ${limit + 1}`
  return (await query.execute(db)).rows
}

function kindsOf(customer: CustomerFilter, emails: string[], rights: Rights): Kind[] {
  const orders = isOfCustomer(customer, 'orders.customer_email', 'orders.company_name')
  const quotes = isOfCustomer(customer, 'quotes.customer_email', 'quotes.company_name')
  const licences = isOfCustomer(customer, 'licences.email', 'licences.licensed_company')
  const seesLicences = mayRead(rights, 'licences.read')
  const isEmail = (column: string) =>
    emails.length > 0 ? sql`lower(${sql.ref(column)}) in (${sql.join(emails)})` : sql`1 = 0`
  const acts = (kind: string, table: string, name: string, theirs: RawBuilder<unknown>): Kind => ({
    rows: sql`select audit_entries.id, at, ${sql.lit(kind)} as kind, ${sql.ref(`${table}.id`)} as opens,
      ${sql.ref(`${table}.${name}`)} as name, who, act, '' as detail, before, after
      from ${sql.table(table)} cross join audit_entries
      where audit_entries.subject = ${sql.ref(`${table}.id`)} and act <> 'quote.made' and ${theirs}`,
    at: 'at',
    id: 'audit_entries.id',
  })
  /** @param columns SQL for name, who, act and detail */
  const made = (
    kind: string,
    table: string,
    columns: RawBuilder<unknown>,
    theirs: RawBuilder<unknown>,
  ): Kind => ({
    rows: sql`select id, created_at as at, ${sql.lit(kind)} as kind, id as opens, ${columns}, '{}' as before, '{}' as after
      from ${sql.table(table)} where ${theirs}`,
    at: 'created_at',
    id: 'id',
  })
  const kinds: (Kind | false)[] = [
    {
      // Leaves out events that an audit entry records.
      rows: sql`select order_events.id, at, 'order' as kind, number as opens, number as name,
        case event when 'order.placed' then 'customer' else null end as who, event as act, detail,
        '{}' as before, case event when 'order.placed' then '{"sum":' || total || '}' else '{}' end as after
        from orders cross join order_events where order_events.order_id = orders.id and ${orders}
        and not exists (select 1 from audit_entries where audit_entries.subject = orders.id
          and audit_entries.at = order_events.at and audit_entries.act = order_events.event)`,
      at: 'at',
      id: 'order_events.id',
    },
    acts('order', 'orders', 'number', orders),
    {
      // A quote without an audit entry was made by its buyer.
      rows: sql`select id, created_at as at, 'quote' as kind, id as opens, number as name,
        coalesce((select who from audit_entries where subject = quotes.id and act = 'quote.made'), 'customer') as who,
        'quote.made' as act, '' as detail, '{}' as before, '{"sum":' || total || '}' as after
        from quotes where ${quotes}`,
      at: 'created_at',
      id: 'id',
    },
    acts('quote', 'quotes', 'number', quotes),
    {
      rows: sql`select id, at, 'customer' as kind, subject as opens, subject as name, who, act, '' as detail,
        before, after from audit_entries where act = 'customer.note'
        and ${emails.length > 0 ? sql`subject in (${sql.join(emails)})` : sql`1 = 0`}`,
      at: 'at',
      id: 'id',
    },
    seesLicences &&
      made(
        'licence',
        'licences',
        sql`key_hint as name, null as who, 'licence.sold' as act, plan as detail`,
        licences,
      ),
    seesLicences && acts('licence', 'licences', 'key_hint', licences),
    mayRead(rights, 'messages') &&
      made(
        'message',
        'messages',
        sql`reference as name, 'customer' as who, 'message.sent' as act, message as detail`,
        isEmail('email'),
      ),
    mayRead(rights, 'mails') &&
      made(
        'mail',
        'mails',
        sql`kind as name, null as who, 'mail.' || status as act, coalesce(last_error, '') as detail`,
        isEmail('recipient'),
      ),
  ]
  return kinds.filter((kind) => kind !== false)
}

/** Characters of a message that the list shows. */
const shownOfMessage = 160

function toEntry({ id: _, opens, name, before, after, who, ...row }: Row): TimelineEntry {
  const { kind, act, detail } = row
  const isByCard = kind === 'order' && saidByProvider.includes(act) && who === null
  return {
    ...row,
    id: opens,
    name: kind === 'mail' ? describeMail(name) : kind === 'licence' ? `key ${describeKey(name)}` : name,
    who: isByCard ? cardProvider : who,
    detail: kind === 'message' ? detail.slice(0, shownOfMessage) : detail,
    before: readFacts(before),
    after: readFacts(after),
  }
}
