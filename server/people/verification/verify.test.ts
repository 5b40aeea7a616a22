import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testKeys } from '../../config.ts'
import { passingToken, type RecaptchaServer, startRecaptcha } from '../../testing/support/recaptcha-server.ts'
import { createVerifier } from './verify.ts'

let service: RecaptchaServer
let logged = ''
const log = pino(
  new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  }),
)

beforeAll(async () => {
  service = await startRecaptcha()
})
afterAll(() => service.close())
beforeEach(() => {
  logged = ''
  service.asked.length = 0
})

function verifier({
  secretKey = 'the-secret',
  baseUrl = service.url,
  timeoutMs = 5000,
  siteUrl = 'http://localhost:3000',
} = {}) {
  return createVerifier({ recaptcha: { siteKey: 'site', secretKey, baseUrl }, siteUrl }, log, { timeoutMs })
}

test('a token that the service accepts is ok, and once only', async () => {
  const token = passingToken()
  expect(await verifier().verify(token, '203.0.113.7')).toBe('ok')
  expect(await verifier().verify(token)).toBe('failed')
  expect(service.asked).toEqual([
    { secret: 'the-secret', response: token, remoteip: '203.0.113.7' },
    { secret: 'the-secret', response: token },
  ])
})

test('a token that the service refuses has failed, without a warning in the log', async () => {
  expect(await verifier().verify('made-up')).toBe('failed')
  expect(logged).toBe('')
})

test('without a token the service isn’t asked', async () => {
  expect(await verifier().verify('')).toBe('failed')
  expect(service.asked).toEqual([])
})

test.each(['garbage', '503', 'hang', 'large', 'redirect'])(
  'a service that answers with %s is unavailable',
  async (answer) => {
    const timeoutMs = answer === 'hang' ? 200 : 5000
    expect(await verifier({ timeoutMs }).verify(answer)).toBe('unavailable')
    expect(logged).toContain('human verification is unavailable')
  },
)

test('a service that can’t be reached is unavailable', async () => {
  expect(await verifier({ baseUrl: 'http://127.0.0.1:1' }).verify(passingToken())).toBe('unavailable')
})

test('our own wrong secret is no fault of the visitor: it is logged, without secret and token', async () => {
  const token = passingToken()
  expect(await verifier({ secretKey: 'wrong' }).verify(token)).toBe('unavailable')
  expect(logged).toContain('invalid-input-secret')
  expect(logged).not.toContain(token)
  expect(logged).not.toContain('"wrong"')
})

test('a token of another site’s visitor has failed, but for the test pair, whose answers name Google’s host', async () => {
  const siteUrl = 'https://shop.example'
  expect(await verifier({ siteUrl }).verify(passingToken())).toBe('failed')
  expect(logged).toContain('another site')
  expect(await verifier({ siteUrl, secretKey: testKeys.secret }).verify(passingToken())).toBe('ok')
})

test('an answer of version 3 is refused, whatever its score', async () => {
  expect(await verifier().verify('v3')).toBe('unavailable')
  expect(logged).toContain('version 3')
})
