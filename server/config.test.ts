import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addEnvFile, ConfigError, readConfig, variableNames, variablesInUse } from './config.ts'

test('nothing set gives the embedded defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    siteUrl: 'http://localhost:3000',
    apiBaseUrl: '',
    corsOrigins: [],
    databaseUrl: null,
    contentDrafts: false,
    stripe: null,
    analyticsId: null,
    preloadTimeoutMs: 500,
    trustProxy: 0,
    rateLimitFactor: 1,
    logLevel: 'info',
    shutdownTimeoutMs: 10_000,
  })
})

test('one message lists every wrong variable, what was found and what is allowed', () => {
  const wrong = { PORT: '70000', SITE_URL: 'example.com', LOG_LEVEL: 'loud', CONTENT_DRAFTS: 'yes' }
  expect(() => readConfig(wrong)).toThrow(ConfigError)
  const message = messageOf(wrong)
  expect(message).toContain('PORT: found "70000", allowed: a whole number from 0 to 65535')
  expect(message).toContain('SITE_URL: found "example.com", allowed: an address')
  expect(messageOf({ SITE_URL: 'https://a.example/shop' })).toContain('SITE_URL')
  expect(messageOf({ API_BASE_URL: 'https://a.example/?x=1' })).toContain('API_BASE_URL')
  expect(messageOf({ RATE_LIMIT_FACTOR: ' ' })).toContain('RATE_LIMIT_FACTOR')
  expect(messageOf({ HOST: ' ' })).toContain('HOST')
  expect(messageOf({ DATA_DIR: '~/site' })).toContain(
    'DATA_DIR: found "~/site", allowed: the path of a folder',
  )
  expect(message).toContain('LOG_LEVEL: found "loud"')
  expect(message).toContain('CONTENT_DRAFTS: found "yes", allowed: 0 or 1')
})

test('a secret is never shown in the message', () => {
  const message = messageOf({
    STRIPE_SECRET_KEY: 'pk_wrong_kind',
    LICENCE_SIGNING_KEY: 'not a key',
    API_BASE_URL: 'https://me:hunter2@api.example.com',
  })
  expect(message).toContain('STRIPE_SECRET_KEY')
  expect(message).toContain('LICENCE_SIGNING_KEY')
  expect(message).toContain('API_BASE_URL')
  expect(message).not.toContain('hunter2')
  expect(message).not.toContain('pk_wrong_kind')
  expect(message).not.toContain('not a key')
})

test('a database address may have a query, a base address a path', () => {
  const databaseUrl = 'postgres://u:p@db.example:5432/site?sslmode=require'
  const apiBaseUrl = 'https://api.example.com/v1'
  expect(readConfig({ DATABASE_URL: databaseUrl, API_BASE_URL: `${apiBaseUrl}/` })).toMatchObject({
    databaseUrl,
    apiBaseUrl,
  })
})

test.each([
  ['https://WWW.Example.com:443/', 'https://www.example.com'],
  ['http://Bücher.example', 'http://xn--bcher-kva.example'],
  ['http://[::1]:8080//', 'http://[::1]:8080'],
])('the base address %s is read as browsers write it', (given, read) => {
  const addresses = { SITE_URL: given, CORS_ORIGINS: given, API_BASE_URL: given }
  expect(readConfig(addresses)).toMatchObject({ siteUrl: read, corsOrigins: [read], apiBaseUrl: read })
})

test.each([
  'https://api.example.com/?',
  'https://api.example.com/#',
  'https://api.example.com/v1 ',
  'https://api.example.com/v1; script-src *',
  'https://api.example.com/a,b',
  'https://api;example.com',
  'https://u:p@api.example.com',
  'https:api.example.com',
  'https:\\\\api.example.com',
  'ftp://api.example.com',
])('%s is no base address', (address) => {
  for (const name of ['SITE_URL', 'API_BASE_URL', 'RECAPTCHA_BASE_URL', 'STRIPE_API_URL'])
    expect(messageOf({ [name]: address })).toContain(`${name}: found`)
})

test.each([
  ['DATABASE_URL', 'postgres://shop:50%off@127.0.0.1/site'],
  ['DATABASE_URL', 'postgres://50%off@127.0.0.1/site'],
  ['DATABASE_URL', 'postgres://%zz/site'],
  ['DATABASE_URL', 'postgres://127.0.0.1/50%off'],
  ['DATABASE_URL', 'postgres://shop:5#secret@127.0.0.1/site'],
  ['DATABASE_URL', 'postgres:site'],
  ['SMTP_URL', 'smtp://shop:50%off@mail.example'],
  ['SMTP_URL', 'smtp:mail.example:25'],
])('%s=%s is refused with the escapes that it needs', (name, address) => {
  expect(messageOf({ [name]: address })).toMatch(/\(not shown\), allowed: .*write % as %25, # as %23/)
})

test('the address of a server keeps what is escaped', () => {
  const databaseUrl = 'postgres://shop:50%25off@%2Frun%2Fpostgresql/site'
  const smtpUrl = 'smtps://shop:50%25off@mail.example?name=shop.example&tls.rejectUnauthorized=false'
  expect(readConfig({ DATABASE_URL: `${databaseUrl}/`, SMTP_URL: smtpUrl })).toMatchObject({
    databaseUrl,
    smtpUrl,
  })
})

test.each([
  'smtp://',
  'smtp://mail.example?requireTls=true',
  'smtp://mail.example?requireTLS=',
  'smtp://mail.example?requireTLS=yes',
  'smtp://mail.example?pool=true',
  'smtp://mail.example/requireTLS=true',
])('SMTP_URL=%s is refused, and its options are named', (address) => {
  expect(messageOf({ SMTP_URL: address })).toMatch(/SMTP_URL: .*requireTLS, /)
})

test.each([
  { CORS_ORIGINS: ',' },
  { WEBHOOK_SECRET: ' , ' },
  { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: ',' },
  { LICENCE_SIGNING_KEY: ' ' },
])('a list without an item is refused: %o', (environment) => {
  const [name] = Object.keys(environment).slice(-1)
  expect(messageOf(environment)).toContain(`${name}: found`)
})

test('an empty variable counts as not set, but an empty ANALYTICS_ID turns analytics off', () => {
  expect(readConfig({ PORT: '', ANALYTICS_ID: '' })).toMatchObject({ port: 3000, analyticsId: '' })
})

test('a short token and a large factor are as right as others', () => {
  const given = { METRICS_TOKEN: 'secret', RATE_LIMIT_FACTOR: '10000' }
  expect(readConfig(given)).toMatchObject({ metricsToken: 'secret', rateLimitFactor: 10_000 })
})

test('proxies are trusted by their number or by their addresses', () => {
  const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
  expect(trusted('2')).toBe(2)
  expect(trusted('loopback, 10.0.0.0/8,2001:db8::/32, 203.0.113.7')).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::/32',
    '203.0.113.7',
  ])
  for (const wrong of [
    '17',
    '-1',
    '1.5',
    'true',
    'lb.example',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    ',',
    'fe80::1%eth0',
  ])
    expect(messageOf({ TRUST_PROXY: wrong })).toContain('TRUST_PROXY')
})

test('Stripe is configured by key and webhook secret together', () => {
  const { stripe } = readConfig({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b',
  })
  expect(stripe).toEqual({ secretKey: 'sk_test_1', webhookSecrets: ['whsec_a', 'whsec_b'], apiUrl: null })
})

test.each([
  ['STRIPE_SECRET_KEY', 'sk_test_1', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_a', 'STRIPE_SECRET_KEY'],
  ['RECAPTCHA_SITE_KEY', 'site', 'RECAPTCHA_SECRET_KEY'],
  ['RECAPTCHA_SECRET_KEY', 'secret', 'RECAPTCHA_SITE_KEY'],
])('%s alone is refused', (name, value, missing) => {
  expect(messageOf({ [name]: value })).toContain(`${missing}: not set, but ${name} is`)
})

test('a misspelt variable is reported with the one that it resembles', () => {
  const misspelt = (name: string) => readConfig({ [name]: 'x' }).misspelt
  expect(misspelt('SITE_ULR')).toEqual(['SITE_ULR is no variable of this site. Is SITE_URL meant?'])
  expect(misspelt('RECAPCHA_SITEKEY')[0]).toContain('RECAPTCHA_SITE_KEY')
  expect(misspelt('SMTP_URL_FIEL')[0]).toContain('SMTP_URL_FILE')
  for (const other of ['HOME', 'LANG', 'PATH', 'PGHOST', 'NODE_ENV', 'SMTP_HOST', 'DATABASE_HOST'])
    expect(misspelt(other)).toEqual([])
})

test('a secret may stand in a file of its own', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'secret-')), 'smtp')
  writeFileSync(file, 'smtp://shop:hunter2@mail.example:587\n')
  expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtp://shop:hunter2@mail.example:587')
  expect(variablesInUse({ SMTP_URL_FILE: file })).toContain('SMTP_URL')
  expect(messageOf({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://localhost' })).toContain('set together with')
  expect(messageOf({ SMTP_URL_FILE: `${file}.gone` })).toContain('SMTP_URL_FILE: found')
  writeFileSync(file, 'hunter2')
  expect(messageOf({ SMTP_URL_FILE: file })).toMatch(/SMTP_URL: found a value \(not shown\)/)
  expect(messageOf({ SMTP_URL_FILE: file })).not.toContain('hunter2')
})

test('a file of variables may come from any editor, and what is set already stays', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'env-')), '.env')
  writeFileSync(file, '\uFEFFDATABASE_URL=postgres://h/d\r\nPORT="8080" # here\r\nHOST=::1\r\n')
  const environment = { HOST: '' }
  addEnvFile(environment, file)
  expect(environment).toEqual({ DATABASE_URL: 'postgres://h/d', PORT: '8080', HOST: '' })
})

test.each(['/data ', ' ', '"/data"', '/data\r', '~/data'])(
  'the folder %j is refused, which would be a new, empty one',
  (folder) => {
    expect(messageOf({ DATA_DIR: folder })).toContain('DATA_DIR: found')
    expect(messageOf({ CONTENT_DIR: folder })).toContain('CONTENT_DIR: found')
  },
)

test('of a secret with quotes or spaces around it, the message tells them', () => {
  expect(messageOf({ METRICS_TOKEN: '0123456789abcdef ' })).toContain('with a space or line break at an end')
  expect(messageOf({ SMTP_URL: '"smtp://mail.example"' })).toContain('(not shown, in quotes)')
})

test('every variable may stand in a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'variables-')), 'value')
  for (const name of variableNames) {
    expect(messageOf({ [`${name}_FILE`]: `${file}.gone` })).toContain(`${name}_FILE: found`)
  }
  writeFileSync(file, '8080\n')
  expect(readConfig({ PORT_FILE: file }).port).toBe(8080)
  expect(messageOf({ PORT_FILE: file, PORT: '80' })).toContain('PORT: set together with PORT_FILE')
  writeFileSync(file, '\n')
  expect(readConfig({ PORT_FILE: file, ANALYTICS_ID_FILE: file })).toMatchObject({
    port: 3000,
    analyticsId: '',
  })
})

test('a licence signing key is an Ed25519 key, its line breaks possibly written as \\n', () => {
  const pem = (type: 'ed25519' | 'x25519') =>
    generateKeyPairSync(type as 'ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const ours = pem('ed25519')
  expect(readConfig({ LICENCE_SIGNING_KEY: ours.replaceAll('\n', '\\n') }).licenceSigningKey).toBe(ours)
  expect(() => readConfig({ LICENCE_SIGNING_KEY: pem('x25519') })).toThrow('LICENCE_SIGNING_KEY')
})

test.each(['.env.example', 'server/README.md'])('%s names every variable', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(variableNames.filter((name) => !text.includes(name))).toEqual([])
})

function messageOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
