import { type ActName, actNames } from '#shared/licensing/acts.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskPages, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { fillSchema } from '#shared/testing/fill-schema.ts'
import { api } from '../../web/openapi/document.ts'

/** A body that an address reads, with a value in every member. */
export type ReadBody = { name: string; path: string; type: string; body: Record<string, unknown> }

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Every JSON body of the API. Stripe's events are read as they come, once their signature is right. */
export function listJsonBodies(): ReadBody[] {
  return listDescribed(json).filter(({ path }) => path !== apiRoutes.stripeWebhook)
}

/** Every text that an address reads from its query. */
export function listQueries(): { path: string; member: string }[] {
  return Object.entries(api).flatMap(([path, { get }]) =>
    get?.query ? Object.keys(get.query.shape).map((member) => ({ path, member })) : [],
  )
}

/** Every form that is read: those of the API and of pages, and one for each act of the desk. */
export function listForms(): ReadBody[] {
  const acts = Object.entries(api).flatMap(([path, { post }]) =>
    post && path.startsWith(`${deskApiRoutes.home}/`) ? [{ path, schema: post.body?.[json] }] : [],
  )
  const atDesk = acts.map(({ path, schema }) => {
    const members = { ...(schema && fill(schema)), ...deskFields[path] }
    const body = Object.fromEntries(Object.keys(members).map((name) => [name, 'text']))
    return { path: deskForms[path] ?? path.replace('/api', ''), body: { ...body, once: 'x'.repeat(20) } }
  })
  const ofPages = Object.entries(pageForms).flatMap(([path, bodies]) =>
    bodies.map((body) => ({ path, body })),
  )
  const all = [
    ...listDescribed(form),
    ...[...atDesk, ...ofPages].map((each) => named({ ...each, type: form })),
  ]
  return all.filter(({ path }) => !unreadForms.includes(path))
}

/** Forms that read no field, or a file. */
export const unreadForms: string[] = [deskRoutes.signOut, routes.unsubscribe, deskRoutes.statement]

function listDescribed(type: string): ReadBody[] {
  return Object.entries(api).flatMap(([path, { post }]) => {
    const schema = post?.body?.[type]
    return schema ? [named({ path, type, body: fill(schema) })] : []
  })
}

function fill(schema: Parameters<typeof fillSchema>[0]): ReadBody['body'] {
  return Object(fillSchema(schema, 'text'))
}

function named(read: Omit<ReadBody, 'name'>): ReadBody {
  const words = [read.path, read.body.act, read.type === form && 'as a form']
  return { ...read, name: words.filter(Boolean).join(' ') }
}

/** Forms of the desk at other addresses than the API's. */
const deskForms: Record<string, string> = {
  [deskApiRoutes.licences]: deskRoutes.newLicence,
  [deskApiRoutes.quotes]: deskRoutes.newQuote,
  [deskApiRoutes.link]: deskRoutes.signIn,
}

/** Fields that the desk's forms have beside the API's members. */
const deskFields: Record<string, Record<string, string>> = {
  [deskApiRoutes.codes]: { takesOff: 'text', unit: 'text' },
  [deskApiRoutes.quotes]: { 'qty/solo': '2', 'customer/name': 'text', 'customer/email': 'text' },
  [deskApiRoutes.link]: { 'g-recaptcha-response': 'text' },
  '/api/desk/statement/:id/confirm': { 'line-1': 'text', 'other-1': 'text' },
}

const actFields: Partial<Record<ActName, Record<string, string>>> = {
  release: { activationId: 'text' },
  enrol: { seats: '2', lastDay: '2030-01-01' },
  'end-enrolment': { enrolmentId: 'text' },
  move: { email: 'text', all: 'true' },
  buyer: {
    name: 'text',
    companyName: 'text',
    abn: 'text',
    nzbn: 'text',
    vatId: 'text',
    purchaseOrder: 'text',
    addressLine1: 'text',
    addressLine2: 'text',
    city: 'text',
    state: 'text',
    postcode: 'text',
  },
}

const pageForms: Record<string, Record<string, string>[]> = {
  [routes.contact]: [{ name: 'Ada', email: 'ada@example.com', topic: 'sales', message: 'A message of ours' }],
  [routes.activation]: [{ licenceKey: 'text', machineId: 'text', intent: 'look-up' }],
  [routes.completed]: [{ order: 'text', act: 'resend' }],
  [routes.licences]: [{ email: 'text', 'g-recaptcha-response': 'text' }],
  [routes.licencesOpen]: [{ token: 'text' }],
  [routes.licencesMove]: [{ token: 'text' }],
  [routes.licencesChange]: actNames.map((act) => ({ act, id: 'text', ...actFields[act] })),
  [deskRoutes.open]: [{ token: 'text' }],
  [deskPages['end-session']]: [{ revision: 'text' }],
  [deskPages['end-token']]: [{ revision: 'text' }],
}
