import { dayIn } from '#shared/calendar/calendar.ts'
import type { HistoryEntry } from '#shared/desk/answers.ts'
import type { DeskLicence } from '#shared/desk/licence-answers.ts'
import type { Imported } from '#shared/licensing/imported.ts'
import type { Data, Seller } from '../../context.ts'
import { findImported } from '../../licences/import/imported-licences.ts'
import { listEnrolments, viewEnrolment } from '../../licences/licensing/enrolments.ts'
import { revisionOf } from '../../licences/licensing/revision.ts'
import { viewDetails } from '../../licences/licensing/rights.ts'
import { machinesOn } from '../../licences/licensing/seats.ts'
import { coveredBy, toMachine } from '../../licences/your-licences/mine.ts'
import { listMails } from '../../messages/mail/listed-mails.ts'
import { findActs } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import { sameEmail } from '../../runtime/db/folded-text.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import { isId } from '../../runtime/ids.ts'
import { AppError } from '../../web/http/errors.ts'
import { viewLicenceRow } from './list-licences.ts'

/** @param id untrusted @throws AppError 404 `licence_not_found` */
export async function findDeskLicence(db: Db, id: string): Promise<LicenceRow> {
  const licence = isId(id)
    ? await db.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (licence) return licence
  throw new AppError(404, 'licence_not_found', 'There is no such licence.')
}

/** Omits the key. */
export async function viewDeskLicence(
  { database: { db }, library }: Data & Seller,
  licence: LicenceRow,
): Promise<DeskLicence> {
  const { site, releases, pricing } = library.typed
  const machines = await machinesOn(db, licence.id)
  const { timeZone } = site.company
  const imported = (await findImported(db, [licence.id])).get(licence.id) ?? null
  return {
    ...viewLicenceRow({ ...licence, used: machines.length, isImported: imported !== null }),
    revision: revisionOf(licence),
    product: site.product,
    imported,
    newestCovered: coveredBy(releases, dayIn(timeZone, licence.updates_until)),
    ...viewDetails(licence, pricing),
    machines: machines.map((machine) => ({ ...toMachine(machine), machineId: machine.machine_id })),
    enrolments: (await listEnrolments(db, [licence.id])).map(viewEnrolment),
    orders: await findOrders(db, licence),
    changes: await findChanges(db, licence, imported),
    mails: await findMails(db, licence),
  }
}

/** Includes orders that changed the licence, newest first. */
function findOrders(db: Db, licence: LicenceRow) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'status', 'total', 'currency', 'created_at as createdAt'])
    .where('id', 'in', orderIdsOf(db, licence))
    .orderBy('created_at', 'desc')
    .execute()
}

function orderIdsOf(db: Db, { id, order_line_id }: LicenceRow) {
  return db
    .selectFrom('order_lines')
    .select('order_id')
    .where((is) => is.or([is('licence_id', '=', id), is('id', '=', order_line_id ?? '')]))
}

/** Lists its issue, changes by orders and acts of people, oldest first. */
async function findChanges(
  db: Db,
  { id, order_line_id, created_at }: LicenceRow,
  imported: Imported | null,
): Promise<HistoryEntry[]> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select('orders.number')
    .where('order_lines.id', '=', order_line_id ?? '')
    .executeTakeFirst()
  const bought = await db
    .selectFrom('licence_changes')
    .select(['applied_at', 'reverted_at', 'kind', 'before', 'after'])
    .where('licence_id', '=', id)
    .execute()
  const acts = await findActs(db, id)
  const none = { who: null, before: {}, after: {} }
  return [
    ...(imported ? [{ ...none, at: imported.at, who: imported.who, act: 'licence.imported' }] : []),
    ...(order ? [{ ...none, at: created_at, act: 'licence.sold', after: { order: order.number } }] : []),
    ...bought.map(({ applied_at: at, kind, before, after }) => ({
      ...none,
      at,
      act: `licence.${kind}`,
      before: JSON.parse(before),
      after: JSON.parse(after),
    })),
    ...bought.flatMap(({ reverted_at: at, kind, before: after, after: before }) =>
      at === null
        ? []
        : {
            ...none,
            at,
            act: `licence.${kind}_reverted`,
            before: JSON.parse(before),
            after: JSON.parse(after),
          },
    ),
    ...acts,
  ].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
}

/** Mails name a licence in their parameters, but mails with bought keys name only the order. */
function findMails(db: Db, licence: LicenceRow): Promise<DeskLicence['mails']> {
  return listMails(db, (mails) => {
    const named = mails
      .where(sameEmail('recipient', licence.email))
      .where('params', 'like', `%"${licence.id}"%`)
    const withKeys = mails.where('kind', '=', 'order_paid').where('order_id', 'in', orderIdsOf(db, licence))
    return named.union(withKeys)
  })
}
