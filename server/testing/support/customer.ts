import supertest from 'supertest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { readMails, tokenIn } from './mailbox.ts'
import type { TestApp } from './test-app.ts'

export type Customer = {
  cookie: string
  get(path: string): supertest.Test
  post(path: string, body?: object): supertest.Test
}

/** Reads the sign-in token from its mail. */
export async function askForLink({ app, ctx }: TestApp, email: string): Promise<string> {
  await supertest(app).post(apiRoutes.licencesLink).send({ email, verification: 'token' }).expect(202, {})
  const mail = (await readMails(ctx)).find(({ subject }) => subject === 'Your link to your licences')
  if (!mail) throw new Error(`no link for ${email}`)
  return tokenIn(mail)
}

/** Signs in by mail. */
export async function signIn(shop: TestApp, email: string): Promise<Customer> {
  const token = await askForLink(shop, email)
  const opened = await supertest(shop.app).post(routes.licencesOpen).type('form').send({ token }).expect(303)
  const cookie = opened.get('set-cookie')?.[0]?.split(';')[0] ?? ''
  return customerWith(shop, cookie)
}

export function customerWith({ app }: Pick<TestApp, 'app'>, cookie: string): Customer {
  return {
    cookie,
    get: (path) => supertest(app).get(path).set('Cookie', cookie),
    post: (path, body = {}) => supertest(app).post(path).set('Cookie', cookie).send(body),
  }
}
