import { type Request, Router } from 'express'
import type { z } from 'zod'
import type { OrderList } from '#shared/desk/order-answers.ts'
import {
  actSchema,
  deskBuyerSchema,
  noteSchema,
  orderListQuerySchema,
  paymentSchema,
  refundSchema,
} from '#shared/desk/requests.ts'
import type { DeskAct } from '#shared/desk/roles.ts'
import type { AppContext } from '../../context.ts'
import type { OrderRow } from '../../db/rows/orders.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { parse } from '../../http/parse.ts'
import { readDocumentPdf } from '../../invoices/issue.ts'
import { sendPdf } from '../../invoices/send-pdf.ts'
import { cancelOrder } from '../../orders/close-order.ts'
import { correctBuyerByStaff } from '../../orders/correct-buyer.ts'
import { payBackByTransfer, refundAgain, resumeRefundAgain } from '../../orders/failed-refunds.ts'
import { listPayments } from '../../orders/ledger.ts'
import { acceptReview, refundOrder, requireRefundable, resumeRefund } from '../../orders/manage.ts'
import { noteOrder } from '../../orders/note.ts'
import { resend } from '../../orders/resend.ts'
import { type By, requireOrderRevision } from '../../orders/revision.ts'
import { refundCredit, takePayment } from '../../orders/take-payment.ts'
import { orUnavailable } from '../../payments/or-unavailable.ts'
import { actOnce } from '../act-once.ts'
import { requireConfirmation } from '../confirm.ts'
import { sendCsv } from '../csv.ts'
import { cursorOf, parseQuery } from '../query.ts'
import { allow } from '../staff.ts'
import { listOrdersPage } from './list-orders.ts'
import { orderColumns, orderRows } from './orders-csv.ts'
import { previewCredit, previewRefund } from './preview-refund.ts'
import { findDeskOrder, viewDeskOrder, viewOrderRows } from './view-order.ts'

/** Exports every order that the same query lists. */
export function createCsvRouter(ctx: AppContext): Router {
  const router = Router()
  router.get('/orders.csv', allow(ctx, 'orders.read'), async (req, res) => {
    const { after: _after, limit: _limit, ...filter } = parseQuery(orderListQuerySchema, req)
    const { timeZone } = ctx.library.typed.site.company
    const file = { name: 'orders.csv', columns: orderColumns }
    await sendCsv(res, file, orderRows(ctx.database, { ...filter, timeZone }))
  })
  router.all('/orders.csv', methodNotAllowed('GET', 'HEAD'))
  return router
}

/** Acts share their functions with the command line. */
export function createRouter(ctx: AppContext): Router {
  const { database } = ctx
  const { db } = database
  const router = Router()
  router.get('/', allow(ctx, 'orders.read'), async (req, res) => {
    const { after, limit, ...filter } = parseQuery(orderListQuerySchema, req)
    const { timeZone } = ctx.library.typed.site.company
    const page = { after: cursorOf({ after }), limit }
    const { rows, next } = await listOrdersPage(database, { ...filter, timeZone }, page)
    res.json({ orders: await viewOrderRows(database, rows), next } satisfies OrderList)
  })
  router.get('/:id', allow(ctx, 'orders.read'), async (req, res) => {
    res.json(await viewDeskOrder(ctx, String(req.params.id)))
  })
  router.get('/:id/documents/:number.pdf', allow(ctx, 'orders.read'), async (req, res) => {
    const { id } = await findDeskOrder(db, String(req.params.id))
    const number = String(req.params.number)
    const document = /^[\w-]{1,40}$/.test(number) ? await readDocumentPdf(db, id, number) : null
    if (!document) throw new AppError(404, 'document_not_found', 'There is no such document.')
    sendPdf(res, document)
  })

  act('/:id/payments', 'orders.pay', paymentSchema, {
    status: 201,
    async run(order, { amount, date, reference }, by) {
      await takePayment(ctx, order, { amount, on: date, reference }, by)
    },
    async answer(order, made) {
      const payment = (await listPayments(db, order.id)).find(({ id }) => id === made)
      return { payment: payment && { id: made, amount: payment.amount, date: payment.received_at } }
    },
  })
  act('/:id/refunds', 'orders.refund', refundSchema, {
    async run(order, { credit, confirm, ...wanted }, by) {
      await requireOrderRevision(db, order, by.revision)
      if (!credit) requireRefundable(ctx, order)
      const { timeZone } = ctx.library.typed.site.company
      const preview = credit
        ? await previewCredit(db, order)
        : await previewRefund(db, order, { ...wanted, timeZone })
      requireConfirmation(order.number, confirm, preview)
      if (credit) await refundCredit(ctx, order, by)
      else await refundOrder(ctx, order, { ...wanted, amount: preview.amount }, by)
    },
    async resume(order, made) {
      if (made !== order.id) await resumeRefund(ctx, order, made)
    },
    answer: async (order, made) => ({ document: made === order.id ? null : await newestDocument(order) }),
  })
  act('/:id/refund-again', 'orders.refund', actSchema, {
    run: (order, _body, by) => refundAgain(ctx, order, by),
    resume: (order) => resumeRefundAgain(ctx, order),
  })
  act('/:id/refund-by-transfer', 'orders.refund', actSchema, {
    run: (order, _body, by) => payBackByTransfer(ctx, order, by),
  })
  act('/:id/cancel', 'orders.cancel', actSchema, {
    run: (order, _body, by) => cancelOrder(ctx, order, by),
  })
  act('/:id/accept', 'orders.accept', actSchema, {
    run: (order, _body, by) => acceptReview(ctx, order, by),
  })
  act('/:id/resend', 'orders.resend', actSchema, {
    run: (order, _body, by) => resend(ctx, order.id, { quota: 0, by }),
  })
  act('/:id/buyer', 'orders.buyer', deskBuyerSchema, {
    run: (order, { revision: _, ...buyer }, by) => correctBuyerByStaff(ctx, order, buyer, by),
  })
  act('/:id/note', 'orders.note', noteSchema, {
    run: (order, { text }, by) => noteOrder(ctx, order, text, by),
  })

  router.all(['/', '/:id', '/:id/documents/:number.pdf'], methodNotAllowed('GET', 'HEAD'))
  router.all('/:id/:act', methodNotAllowed('POST'))
  return router

  /** Answers with the order after the act. */
  function act<Schema extends z.ZodType>(
    path: string,
    name: DeskAct,
    schema: Schema,
    how: How<Schema>,
  ): void {
    const find = (req: Request) => findDeskOrder(db, String(req.params.id))
    const { status, run, resume, answer } = how
    const once = actOnce(ctx, name, {
      ...(status && { status }),
      read: (req) => parse(schema, req.body ?? {}) as z.output<Schema> & { revision?: number },
      async run(req, body, by) {
        const order = await find(req)
        const { revision } = body
        await orUnavailable(() => run(order, body, { ...by, revision }))
      },
      async resume(req, made) {
        const order = await find(req)
        await orUnavailable(async () => resume?.(order, made))
      },
      async answer(req, made) {
        const order = await find(req)
        return { order: await viewDeskOrder(ctx, order.id), ...(await answer?.(order, made)) }
      },
    })
    router.post(path, ...once)
  }

  async function newestDocument({ id }: OrderRow): Promise<{ number: string } | null> {
    const { documents } = await viewDeskOrder(ctx, id)
    return documents.findLast(({ kind }) => kind === 'adjustment_note') ?? null
  }
}

type How<Schema extends z.ZodType> = {
  status?: 201
  run(order: OrderRow, body: z.output<Schema>, by: By): Promise<unknown>
  resume?(order: OrderRow, made: string): Promise<void>
  answer?(order: OrderRow, made: string): Promise<object>
}
