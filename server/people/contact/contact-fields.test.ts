import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { type ContactMessage, contactFieldNames } from '#shared/contact/contact.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { zipEverything } from '../../licences/your-licences/everything.ts'
import { momentOf } from '../../runtime/moment.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { useShops } from '../../testing/support/shop.ts'
import { storeMessage } from './store-message.ts'

const sent: ContactMessage = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  topic: 'press',
  message: 'May we print a picture?',
}

/** The privacy page's words. */
const privacyWords: Record<keyof ContactMessage, string> = {
  name: 'Your name',
  email: 'your email address',
  topic: 'the topic',
  message: 'your message',
}

describeOnBothEngines('each field of the contact form', (databases) => {
  const openShop = useShops(databases)

  test('has an input, and reaches the owner, the desk, the command line and the sender’s data', async () => {
    const shop = await openShop(await deskOptions())
    const { ctx, app } = shop
    const storing = { site: ctx.library.typed.site, ...momentOf(ctx) }
    const incoming = { message: sent, verified: true, quarantined: false }
    const { id, reference } = await storeMessage(ctx.database.db, incoming, storing)

    const form = (await supertest(app).get(routes.contact)).text
    for (const name of contactFieldNames) expect(form).toContain(` name="${name}"`)

    const [toOwner] = (await readMails(ctx)).filter(({ to }) => to !== sent.email)
    const Cookie = await cookieOf(shop, 'support')
    const atDesk = (await supertest(app).get(deskRoutes.message(id)).set({ Cookie })).text
    const files = unzipSync(new Uint8Array(await buffer(zipEverything(ctx, sent))))
    const places = {
      mail: String(toOwner?.text),
      desk: atDesk.slice(atDesk.indexOf('<main')).replace(/<[^>]+>/g, ''),
      commandLine: (await runAdmin(shop.environment, 'messages', 'show', reference)).stdout,
      json: (await runAdmin(shop.environment, 'messages', 'show', reference, '--json')).stdout,
      ownData: strFromU8(files['messages.json'] ?? new Uint8Array()),
    }
    const missing = Object.entries(places).flatMap(([place, text]) =>
      Object.entries(sent)
        .filter(([, value]) => !text.toLowerCase().includes(value.toLowerCase()))
        .map(([name]) => `${place}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('tells two messages apart', async () => {
    const { ctx } = await openShop()
    const storing = { site: ctx.library.typed.site, ...momentOf(ctx) }
    const store = (message: ContactMessage) =>
      storeMessage(ctx.database.db, { message, verified: true, quarantined: false }, storing)
    const first = await store(sent)
    expect(await store({ ...sent })).toEqual(first)
    for (const name of contactFieldNames)
      expect(await store({ ...sent, [name]: `${sent[name]}2` })).not.toEqual(first)
  })
})

test('the privacy page names each field of the contact form', () => {
  const privacy = readFileSync('content/legal/privacy.md', 'utf8')
  const whenYouWrite = /### When you write to us\n(.*?)\n### /s.exec(privacy)?.[1] ?? ''
  for (const words of Object.values(privacyWords)) expect(whenYouWrite).toContain(words)
})
