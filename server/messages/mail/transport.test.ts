import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startSmtpServer } from '../../testing/support/smtp-server.ts'
import { createMailTransport } from './transport.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

const message = { from: 'a@b.example', to: 'c@d.example', subject: 'Hello', text: 'First' }

test('without SMTP a mail is a file that mail programs open; sent again, it is there once', async () => {
  const transport = createMailTransport({ smtpUrl: null, dataDir })
  expect(await transport.send('mail_1', message)).toBeNull()
  await transport.send('mail_1', { ...message, text: 'Second' })
  await transport.send('mail_2', message)
  const dir = join(dataDir, 'mail')
  expect(readdirSync(dir).sort()).toEqual(['mail_1.eml', 'mail_2.eml'])
  const text = readFileSync(join(dir, 'mail_1.eml'), 'utf8')
  expect(text).toMatch(/^From: a@b\.example\r\nTo: c@d\.example\r\nSubject: Hello\r\n/)
  expect(text).toMatch(/\r\n\r\nSecond\r\n$/)
  expect(statSync(join(dir, 'mail_1.eml')).mode & 0o077).toBe(0)
})

test('smtps speaks TLS, and only with a server that proves its name', async () => {
  const server = await startSmtpServer({ secure: true })
  open.push(server.stop)
  const strict = createMailTransport({ smtpUrl: server.url, dataDir })
  await expect(strict.send('mail_1', message)).rejects.toMatchObject({ message: /self-signed/ })
  const url = `${server.url}?tls.rejectUnauthorized=false`
  expect(await createMailTransport({ smtpUrl: url, dataDir }).send('mail_1', message)).toBe(250)
  expect(server.received).toHaveLength(1)
})

test('?requireTLS=true sends nothing to a server without TLS', async () => {
  const server = await startSmtpServer()
  open.push(server.stop)
  const transport = createMailTransport({ smtpUrl: `${server.url}?requireTLS=true`, dataDir })
  await expect(transport.send('mail_1', message)).rejects.toMatchObject({ code: 'ETLS' })
  expect(server.received).toEqual([])
})
