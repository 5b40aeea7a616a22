import supertest from 'supertest'
import type { DeskRole } from '#shared/desk/roles.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import type { Site } from '#shared/seller/site.ts'
import type { AppContext, Options } from '../../context.ts'
import { createToken } from '../../desk/sign-in/tokens.ts'
import { createMailLink } from '../../people/sign-in/mail-links.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { newKey, type TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'
import { sharedLibrary } from './test-app.ts'

export const staff: Site['staff'] = [
  { email: 'Alex@example.com', role: 'owner' },
  { email: 'robin@example.com', role: 'support' },
  { email: 'casey@example.com', role: 'books' },
]

const emailOf: Record<DeskRole, string> = {
  owner: 'alex@example.com',
  support: 'robin@example.com',
  books: 'casey@example.com',
}

/** Shipped content with members of staff. */
export async function libraryWithStaff(site: Partial<Site> = { staff }): Promise<AppContext['library']> {
  const library = await sharedLibrary()
  const { pricing, releases } = library.typed
  return { ...library, typed: { pricing, releases, site: { ...library.typed.site, staff, ...site } } }
}

export async function deskOptions(options: Options = {}): Promise<Options> {
  return { library: await libraryWithStaff(), ...options }
}

/** Signs a role in as a browser does. @returns its `Cookie` header */
export async function cookieOf({ app, ctx }: TestApp | TestShop, role: DeskRole): Promise<string> {
  const moment = { now: ctx.clock(), random: ctx.random }
  const link = { purpose: deskPurpose.name, email: emailOf[role], validMs: deskPurpose.linkMs }
  const { token } = await createMailLink(ctx.database.db, link, moment)
  const opened = await supertest(app).post(deskRoutes.open).type('form').send({ token }).expect(303)
  return opened.get('set-cookie')?.[0]?.split(';')[0] ?? ''
}

export type DeskClient = {
  get(path: string): supertest.Test
  post(path: string, body?: object): supertest.Test
  delete(path: string): supertest.Test
}

/** Sends requests with a token of this role, and each act under a key of its own. */
export async function deskAs({ app, ctx }: TestApp | TestShop, role: DeskRole): Promise<DeskClient> {
  const moment = { now: ctx.clock(), random: ctx.random }
  const { token } = await createToken(ctx.database.db, { email: emailOf[role], who: 'command line' }, moment)
  const headers = { Authorization: `Bearer ${token}` }
  return {
    get: (path) => supertest(app).get(path).set(headers),
    post: (path, body = {}) => supertest(app).post(path).set(headers).set(keyed()).send(body),
    delete: (path) => supertest(app).delete(path).set(headers).set(keyed()),
  }
}

function keyed() {
  return { 'Idempotency-Key': newKey() }
}
