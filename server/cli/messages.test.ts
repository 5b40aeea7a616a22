import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { storeMessage } from '../people/contact/store-message.ts'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { site } from '../testing/support/site.ts'

describeOnBothEngines('messages', ({ create }) => {
  test('are listed and shown, as text and as JSON', async () => {
    const { database, environment } = await create()
    const run = (...args: string[]) => runAdmin(environment, 'messages', ...args)
    const admin = async (...args: string[]) => (await run(...args)).stdout
    const message = {
      name: 'Ada',
      email: 'ada@example.com',
      topic: 'support',
      message: 'One line.\nTwo lines.',
    } as const
    const storing = {
      site,
      now: new Date('2026-03-01T09:00:00Z'),
      random: randomBytes,
    }
    const { reference } = await storeMessage(
      database.db,
      { message, verified: true, quarantined: false },
      storing,
    )
    const spam = { message: { ...message, name: 'Bot' }, verified: false, quarantined: true }
    await storeMessage(database.db, spam, storing)

    expect(await admin('list')).toBe(
      `2026-03-01 20:00 AEDT  ${reference}  support    Ada <ada@example.com>  One line.\n`,
    )
    expect(JSON.parse(await admin('list', '--state', 'quarantined', '--json'))).toMatchObject([
      { name: 'Bot', verified: false, quarantined: true },
    ])
    expect(await admin('list', '--email', 'ADA@Example.com')).toContain(reference)
    expect(await admin('list', '--state', 'answered')).toBe('No messages.\n')
    expect(await admin('list', '--state', 'unanswered')).toContain(reference)
    expect(await admin('list', '--email', 'grace@example.com')).toBe('No messages.\n')
    const shown = await admin('show', reference)
    expect(shown).toContain('“New message” to shop@company.example: waiting')
    expect(shown).toMatch(/\n\nOne line\.\nTwo lines\.\n$/)
    expect(JSON.parse(await admin('show', reference.toLowerCase(), '--json'))).toMatchObject({
      ...message,
      reference,
      createdAt: '2026-03-01T09:00:00.000Z',
      mails: [{ kind: 'contact_message' }, { kind: 'contact_received', sentAt: null }],
    })
    expect(await run('show', 'C-000000')).toMatchObject({
      status: 1,
      stderr: 'There is no message C-000000.\n',
    })
  })

  test('are answered, and let out of quarantine with their mails', async () => {
    const { database, environment } = await create()
    const run = (...args: string[]) => runAdmin(environment, 'messages', ...args)
    const message = { name: 'Ada', email: 'ada@example.com', topic: 'support', message: 'Help' } as const
    const storing = { site, now: new Date('2026-03-01T09:00:00Z'), random: randomBytes }
    const quarantined = { message, verified: false, quarantined: true }
    const { reference } = await storeMessage(database.db, quarantined, storing)
    expect((await run('not-spam', reference)).stdout).toBe(
      `2026-03-01 20:00 AEDT  ${reference}  support    Ada <ada@example.com>  Help\n`,
    )
    expect(JSON.parse((await run('show', reference, '--json')).stdout).mails).not.toEqual([])
    expect(JSON.parse((await run('answered', reference.toLowerCase(), '--json')).stdout)).toMatchObject({
      quarantined: false,
      answeredBy: 'command line',
    })
    expect((await run('answered', 'C-000000')).stderr).toBe('There is no message C-000000.\n')
    expect((await run('answered')).stderr).toMatch(/^Which message\?/)
  })
})
