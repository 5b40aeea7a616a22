import { z } from 'zod'
import type { ActName } from '#shared/licensing/acts.ts'
import { ownEnrolmentSchema } from '#shared/licensing/answers.ts'
import { endEnrolmentSchema, enrolSchema } from '#shared/licensing/enrolment.ts'
import { licenceInfoSchema } from '#shared/licensing/licence-info.ts'
import { buyerSchema, linkRequestSchema, moveSchema, releaseSchema } from '#shared/licensing/mine-requests.ts'
import { mineSchema } from '#shared/orders/mine.ts'
import { placedOrderSchema } from '#shared/orders/orders.ts'
import { apiPatterns, apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { requireSession } from '../../people/sign-in/customer-session.ts'
import { licencesPurpose } from '../../people/sign-in/session-lifetimes.ts'
import type { Session } from '../../people/sign-in/sessions.ts'
import { signOut } from '../../people/sign-in/sign-out.ts'
import { payByCardErrors } from '../../shop/orders/pay-by-card.ts'
import { download, type Endpoint, endpoint, type Gate } from '../../web/endpoint.ts'
import { forEverybody } from '../../web/http/private-headers.ts'
import { json, redirectText, textOf } from '../../web/openapi/description.ts'
import { askForErasure } from './acts/erasure.ts'
import { startMove } from './acts/move.ts'
import { endEnrolment, enrol, release, replaceKey } from './acts/own-licence.ts'
import { cancel, correctBuyer, pay } from './acts/own-order.ts'
import { askForLink } from './ask-for-link.ts'
import { sendEverything } from './everything.ts'
import { requireOwnOrder, viewMine } from './mine.ts'

const customer: Gate<AppContext, Session> = {
  ...forEverybody,
  access: 'session',
  errors: ['sign_in_required'],
  admit: requireSession,
}

/** Rate limit of the API and the forms. */
export const limit = 'general'

const own = { gate: customer, limit } as const
const act = { ...own, method: 'post' } as const
const notActive = ['licence_suspended', 'licence_revoked'] as const
const nothing = z.object({})

/** Customers' acts in the API and the forms. */
export const ownActs: Record<ActName, Endpoint<AppContext>> = {
  erasure: endpoint({
    ...act,
    path: apiRoutes.licencesErasure,
    summary: 'Ask to have everything erased',
    status: 202,
    says: 'The owner of the site is asked.',
    answer: nothing,
    async run({ ctx, sender: { email } }) {
      await askForErasure(ctx, email)
      return {}
    },
  }),
  release: endpoint({
    ...act,
    path: apiPatterns.releaseSeat,
    summary: 'Deactivate a machine',
    input: releaseSchema,
    errors: ['licence_not_found', 'activation_not_found'],
    says: 'The machine holds no seat.',
    answer: licenceInfoSchema.pick({ seats: true }),
    run: ({ ctx, sender: { email }, params: { id } }, { activationId }) =>
      release(ctx, email, id, activationId),
  }),
  'replace-key': endpoint({
    ...act,
    path: apiPatterns.replaceKey,
    summary: 'Replace the key of a licence',
    errors: ['licence_not_found', ...notActive, 'key_replaced_today'],
    says: 'The new key.',
    answer: mineSchema.shape.licences.element.pick({ key: true, keyHint: true }),
    run: ({ ctx, sender: { email }, params: { id } }) => replaceKey(ctx, email, id),
  }),
  enrol: endpoint({
    ...act,
    path: apiPatterns.enrol,
    summary: 'Make a token that activates in the key’s place',
    input: enrolSchema,
    errors: ['licence_not_found', ...notActive],
    status: 201,
    says: 'The token.',
    answer: ownEnrolmentSchema,
    run: ({ ctx, sender: { email }, params: { id } }, wanted) => enrol(ctx, email, id, wanted),
  }),
  'end-enrolment': endpoint({
    ...act,
    path: apiPatterns.endEnrolment,
    summary: 'End a token that activates in the key’s place',
    input: endEnrolmentSchema,
    errors: ['licence_not_found', 'enrolment_not_found'],
    says: 'It takes no more seats. Its machines keep theirs.',
    answer: nothing,
    async run({ ctx, sender: { email }, params: { id } }, { enrolmentId }) {
      await endEnrolment(ctx, email, id, enrolmentId)
      return {}
    },
  }),
  move: endpoint({
    ...act,
    path: apiPatterns.moveLicence,
    summary: 'Hand a licence to another address',
    description:
      'The new address accepts, then the old one confirms. For 7 days it can take the licence back.',
    input: moveSchema,
    errors: ['licence_not_found', ...notActive],
    status: 202,
    says: 'The address is asked to confirm.',
    answer: nothing,
    async run({ ctx, sender: { email }, params: { id } }, wanted) {
      await startMove(ctx, email, id, wanted)
      return {}
    },
  }),
  buyer: endpoint({
    ...act,
    path: apiPatterns.correctBuyer,
    summary: 'Correct the buyer that an invoice names',
    input: buyerSchema,
    errors: ['order_not_found', 'invoice_not_issued', 'corrected_too_often', 'correction_too_late'],
    says: 'The new invoice.',
    answer: z.looseObject({}),
    run: ({ ctx, sender: { email }, params: { id } }, buyer) => correctBuyer(ctx, email, id, buyer),
  }),
  pay: endpoint({
    ...act,
    path: apiPatterns.payOrder,
    summary: 'Pay an order by card instead',
    errors: ['order_not_found', ...payByCardErrors],
    says: 'How to pay.',
    answer: placedOrderSchema.pick({ payment: true }),
    run: async ({ ctx, sender: { email }, params: { id } }) => ({ payment: await pay(ctx, email, id) }),
  }),
  cancel: endpoint({
    ...act,
    path: apiPatterns.cancelOrder,
    summary: 'Cancel an order that isn’t paid',
    errors: [
      'order_not_found',
      'order_not_cancellable',
      'order_partly_paid',
      'payment_refused',
      'payment_provider_unavailable',
    ],
    says: 'The order.',
    answer: z.object({ order: mineSchema.shape.orders.element }),
    async run({ ctx, sender: { email }, params: { id } }) {
      await cancel(ctx, email, id)
      return { order: await requireOwnOrder(ctx, email, id) }
    },
  }),
}

export const yourLicencesApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: apiRoutes.licencesLink,
    gate: forEverybody,
    summary: 'Have a link mailed that signs in',
    description: 'The answer is the same for every address.',
    input: linkRequestSchema,
    errors: ['validation_failed', 'verification_failed', 'verification_unavailable'],
    status: 202,
    says: 'If something belongs to the address, a link is mailed.',
    answer: nothing,
    described: {
      body: { ...json(linkRequestSchema), 'application/x-www-form-urlencoded': linkRequestSchema },
      answers: {
        303: { description: 'The same for a form, to the page that says so.', content: redirectText },
      },
      pageOfErrors: [422],
    },
    async run({ ctx, asked }, wanted, res) {
      await askForLink(ctx, wanted, asked, { res, tokenRequired: true })
      return {}
    },
  }),
  endpoint({
    method: 'post',
    path: apiRoutes.licencesSignOut,
    gate: forEverybody,
    summary: 'End the session',
    status: 204,
    says: 'The session has ended.',
    answer: null,
    described: { answers: { 303: { description: 'The same for a form, to its page.' } } },
    run: ({ ctx, asked: { headers } }, _input, res) => signOut(ctx, headers, licencesPurpose, res),
  }),
  endpoint({
    ...own,
    method: 'get',
    path: apiRoutes.licencesMine,
    summary: 'Everything that belongs to the address that is signed in',
    says: 'Orders and licences, whole keys included.',
    answer: mineSchema,
    run: ({ ctx, sender }) => viewMine(ctx, sender),
  }),
  download({
    ...own,
    method: 'get',
    path: apiRoutes.licencesEverything,
    summary: 'The same as files, with every document',
    says: 'A ZIP archive.',
    content: textOf('application/zip'),
    send: ({ ctx, sender }, _input, res) => sendEverything(ctx, sender, res),
  }),
  ...Object.values(ownActs),
]
