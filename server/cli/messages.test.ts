import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { storeMessage } from '../contact/messages.ts'
import { describeOnBothEngines } from '../testing/databases.ts'

// Each test starts processes, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 60_000 })

const run = promisify(execFile)

describeOnBothEngines('messages', ({ create }) => {
  test('are listed and shown, as text and as JSON', async () => {
    const { database, environment } = await create()
    const admin = async (...args: string[]) =>
      (
        await run(process.execPath, ['server/cli/main.ts', 'messages', ...args], {
          env: { ...process.env, ...environment },
        })
      ).stdout
    const message = {
      name: 'Ada',
      email: 'ada@example.com',
      topic: 'support',
      message: 'One line.\nTwo lines.',
    } as const
    const means = { siteEmail: 'us@example.com', now: new Date('2026-03-01T09:00:00Z'), random: randomBytes }
    const { reference } = await storeMessage(
      database.db,
      { message, verified: true, quarantined: false },
      means,
    )
    const spam = { message: { ...message, name: 'Bot' }, verified: false, quarantined: true }
    await storeMessage(database.db, spam, means)

    expect(await admin('list')).toBe(
      `2026-03-01 20:00  ${reference}  support    Ada <ada@example.com>  One line.\n`,
    )
    expect(JSON.parse(await admin('list', '--quarantined', '--json'))).toMatchObject([
      { name: 'Bot', verified: false, quarantined: true },
    ])
    const shown = await admin('show', reference)
    expect(shown).toContain('contact_message to us@example.com: queued')
    expect(shown).toMatch(/\n\nOne line\.\nTwo lines\.\n$/)
    expect(JSON.parse(await admin('show', reference.toLowerCase(), '--json'))).toMatchObject({
      ...message,
      reference,
      createdAt: '2026-03-01T09:00:00.000Z',
      mails: [{ kind: 'contact_message' }, { kind: 'contact_received', sentAt: null }],
    })
    await expect(admin('show', 'C-000000')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no message C-000000.\n'),
    })
  })
})
