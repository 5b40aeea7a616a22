import { sql } from 'kysely'
import type { Owed, Waiting } from '#shared/desk/overview-answers.ts'
import { mayRead, type Rights } from '#shared/desk/scopes.ts'
import { isTaskOf, type TaskKind, taskKinds, type WaitingKind } from '#shared/desk/waiting-words.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { outboxDepth } from '../../messages/mail/outbox.ts'
import { countRows } from '../../runtime/db/count-rows.ts'
import type { Db } from '../../runtime/db/database.ts'
import { findIncomplete } from './coming-up.ts'
import { findForDesk } from './findings.ts'
import { countLapsing } from './lapsing-quotes.ts'
import { answeredDisputes, readEach, waitingOrders } from './waiting-orders.ts'

type Parts = Data & Clock & Seller

/**
 * Counts tasks, in all and for the reader's role.
 * @param owed buyers' credit; null if the role sees no sums
 */
export async function readWaiting(ctx: Parts, rights: Rights, owed: Owed | null): Promise<Waiting> {
  const { reader } = ctx.database
  const [orders, awaiting, answered, depth, lapsing, messages, doctor] = await Promise.all([
    readEach(counted, (kind) => countOrders(reader, waitingOrders[kind])),
    sumAwaited(reader),
    countOrders(reader, answeredDisputes),
    outboxDepth(reader, ctx.clock()),
    mayRead(rights, 'quotes.make') ? countLapsing(reader, ctx.clock()) : 0,
    countMessages(reader),
    // Only owners can fix what the doctor finds.
    rights.role === 'owner' ? findForDesk(ctx) : [],
  ])
  const incompleteRelease = rights.role === 'owner' ? findIncomplete(ctx.library.typed.releases) : null
  const counts: Record<TaskKind, number> = {
    ...orders,
    awaiting: awaiting.orders,
    lapsing,
    mails: mayRead(rights, 'mails') ? depth.dead : 0,
    messages: mayRead(rights, 'messages') ? messages.unanswered : 0,
    credit: Math.min(owed?.orders ?? 0, 1),
  }
  const own = taskKinds.filter((kind) => isTaskOf(rights.role, kind))
  const things = own.reduce((sum, kind) => sum + counts[kind], incompleteRelease ? 1 : 0)
  return {
    things,
    awaiting: { ...awaiting, sum: mayRead(rights, 'overview.sums') ? awaiting.sum : null },
    ...orders,
    answered,
    lapsing,
    incompleteRelease,
    mails: { queued: depth.queued, dead: depth.dead },
    messages,
    doctor,
  }
}

const counted = ['refundFailed', 'refundToSend', 'disputed', 'attention', 'review'] as const

async function sumAwaited(reader: Db) {
  return reader
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      sql<number>`cast(coalesce(sum(total - coalesce(received_amount, 0)), 0) as bigint)`.as('sum'),
      fn.min<string | null>('created_at').as('oldest'),
    ])
    .where(waitingOrders.awaiting)
    .executeTakeFirstOrThrow()
}

function countOrders(reader: Db, waiting: (typeof waitingOrders)[WaitingKind]): Promise<number> {
  return countRows(reader.selectFrom('orders').where(waiting))
}

async function countMessages(reader: Db) {
  return reader
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number>().as('unanswered'),
      fn.min<string | null>('created_at').as('oldest'),
    ])
    .where('quarantined', '=', 0)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
}
