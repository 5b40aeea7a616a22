import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findForEInvoices } from '../desk/findings/for-e-invoices.ts'
import { findFullDisk, findInPayment, findOldBackup, findOpenFiles } from '../desk/findings/in-files.ts'
import { findMissingSettings, findOperation } from '../desk/findings/in-settings.ts'
import { enqueueMail } from '../messages/mail/outbox.ts'
import { storeMessage } from '../people/contact/store-message.ts'
import { recordBackup } from '../runtime/backups/last-backup.ts'
import { written } from '../runtime/db/rows/buyer.ts'
import { runAdmin } from '../testing/support/admin.ts'
import { anyOrder } from '../testing/support/any-order.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'
import { newSigningKey } from '../testing/support/signing-key.ts'
import { site } from '../testing/support/site.ts'
import { findInStoredData } from './doctor.ts'

test('a setting that has a value is not missing', () => {
  const all = findMissingSettings(new Set()).map(({ where }) => where)
  const some = findMissingSettings(new Set(['SITE_URL'])).map(({ where }) => where)
  expect(all).toContain('SITE_URL')
  expect(some).toEqual(all.filter((name) => name !== 'SITE_URL'))
})

test('files of DATA_DIR that others may read are found, at any depth', () => {
  const dir = mkdtempSync(join(tmpdir(), 'doctor-'))
  expect(findOpenFiles(join(dir, 'none'))).toEqual([])
  mkdirSync(join(dir, 'mail'))
  writeFileSync(join(dir, 'mail', 'one.eml'), '', { mode: 0o600 })
  expect(findOpenFiles(dir)).toEqual([])
  chmodSync(join(dir, 'mail', 'one.eml'), 0o640)
  expect(findOpenFiles(dir)).toMatchObject([
    {
      found: `others may read ${join(dir, 'mail', 'one.eml')}`,
      todo: expect.stringContaining('chmod -R go='),
    },
  ])
  writeFileSync(join(dir, 'site.db'), '')
  chmodSync(join(dir, 'site.db'), 0o606)
  expect(findOpenFiles(dir)).toMatchObject([{ found: expect.stringContaining(' and 1 more') }])
})

test('a DATA_DIR that can’t be searched is a finding too', () => {
  const noFolder = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'file')
  writeFileSync(noFolder, '')
  expect(findOpenFiles(noFolder)).toMatchObject([
    { where: noFolder, found: expect.stringContaining('can’t be searched'), todo: expect.any(String) },
  ])
})

test('several workers are hinted at PostgreSQL', () => {
  const where = (config: Partial<Parameters<typeof findOperation>[0]>) =>
    findOperation({ databaseUrl: null, webConcurrency: 1, ...config }).map((finding) => finding.where)
  expect(where({})).toEqual([])
  expect(where({ webConcurrency: 2 })).toEqual(['WEB_CONCURRENCY'])
  expect(where({ webConcurrency: 2, databaseUrl: 'postgres://db/site' })).toEqual([])
})

test('doctor shows the worst first in ten lines, and all of them when asked; its status is the worst’s', async () => {
  const environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'doctor-')), SITE_ULR: 'https://example.com' }
  await runAdmin(environment, 'db', 'migrate')
  const { status, stdout } = await runAdmin(environment, 'doctor')
  const lines = stdout.trimEnd().split('\n')
  expect([status, lines.length]).toEqual([1, 10])
  expect(lines[0]).toMatch(/^Will hurt: /)
  expect(stdout).toContain('Is SITE_URL meant?')
  expect(lines.at(-1)).toMatch(/^\d+ more \(.*tidy up\): npm run admin -- doctor --all$/)
  const all = (await runAdmin(environment, 'doctor', '--all')).stdout.trimEnd().split('\n')
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((line) => line.startsWith('Tidy up: ')).length).toBeGreaterThan(10)
  const open = await runAdmin({ ...environment, SITE_URL: 'https://www.example.com' }, 'doctor')
  expect([open.status, open.stdout]).toEqual([
    3,
    expect.stringMatching(/^Stops selling: shop: checkout is closed/),
  ])
})

test('a signing key that is lost, or another than the database’s, stops selling', async () => {
  const environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'doctor-')) }
  await runAdmin(environment, 'db', 'migrate')
  const [{ kid }] = JSON.parse((await runAdmin(environment, 'keys', 'show', '--json')).stdout)
  const other = await runAdmin({ ...environment, LICENCE_SIGNING_KEY: newSigningKey() }, 'doctor')
  expect([other.status, other.stdout]).toEqual([3, expect.stringContaining(`it needs ${kid}`)])
  rmSync(join(environment.DATA_DIR, 'licence-signing-key.pem'))
  const lost = await runAdmin(environment, 'doctor')
  expect([lost.status, lost.stdout]).toEqual([3, expect.stringContaining(`${kid}, which is missing`)])
  expect(existsSync(join(environment.DATA_DIR, 'licence-signing-key.pem'))).toBe(false)
})

test('backups that have stopped are a finding', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  const now = new Date('2026-11-22T03:00:00Z')
  const found = () => findOldBackup(dataDir, now).map((finding) => finding.found)
  expect(found()).toEqual([])
  recordBackup(dataDir, { file: '/backups/site.db', createdAt: '2026-11-21T03:00:00.000Z' })
  expect(found()).toEqual([])
  recordBackup(dataDir, { file: '/backups/site.db', createdAt: '2026-11-19T02:00:00.000Z' })
  expect(found()).toEqual(['the last one is 3 days old (/backups/site.db)'])
})

test('doctor ends with 0 where all is settled', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', contentDir, { recursive: true })
  for (const name of globSync('**/*.{yml,md}', { cwd: contentDir })) settle(join(contentDir, name))
  const siteFile = join(contentDir, 'site.yml')
  const reachable = { bsb: '062-000', number: '12345678', bic: 'CTBAAU2SXXX' }
  const settled = parse(readFileSync(siteFile, 'utf8'))
  const company = { ...settled.company, abn: '51 824 753 556', email: 'hello@acme.com' }
  writeFileSync(siteFile, stringify({ ...settled, company, bankAccount: reachable }))
  for (const name of globSync('releases/*.yml', { cwd: contentDir })) hashFiles(join(contentDir, name))
  const environment = {
    CONTENT_DIR: contentDir,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'doctor-')),
    SITE_URL: 'https://example.com',
    SMTP_URL: 'smtp://mail.example.com',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET_KEY: 'secret',
    LICENCE_SIGNING_KEY: newSigningKey(),
    METRICS_TOKEN: 'a-token-of-metrics',
  }
  await runAdmin(environment, 'db', 'migrate')
  const { status, stdout } = await runAdmin(environment, 'doctor', '--json')
  expect([JSON.parse(stdout), status]).toEqual([[], 0])
})

/** Removes placeholder comments and fills empty picture slots. */
function settle(file: string): void {
  const picture = '{ image: /images/install.jpg, alt: A window, width: 1600, height: 1000 }'
  const text = readFileSync(file, 'utf8').replaceAll('Placeholder:', '')
  writeFileSync(file, text.replaceAll('picture: null', `picture: ${picture}`))
}

function hashFiles(file: string): void {
  const release = parse(readFileSync(file, 'utf8'))
  const hashes = { size: 1, sha256: 'a'.repeat(64), sha512: `${'A'.repeat(86)}==` }
  const files = release.files.map((one: object) => ({ ...one, ...hashes }))
  writeFileSync(file, stringify({ ...release, files }))
}

test('a database that isn’t there is a finding that names its place, and isn’t made', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'data')
  const { stdout, status } = await runAdmin({ DATA_DIR: dataDir }, 'doctor', '--json')
  expect(JSON.parse(stdout)).toContainEqual({
    grade: 'stops',
    where: 'database',
    found: `There is no database at ${join(dataDir, 'site.db')}`,
    todo: expect.stringContaining('DATA_DIR'),
  })
  expect(status).toBe(3)
  expect(existsSync(dataDir)).toBe(false)
})

test('a database that can’t be read isn’t said to be missing', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'doctor-')), 'loop')
  symlinkSync(dataDir, dataDir)
  const [finding, ...more] = await findInStoredData(
    { databaseUrl: null, dataDir, contentDir: 'content', licenceSigningKey: null },
    new Date(),
  )
  expect([finding?.found, more]).toEqual([
    `The database at ${join(dataDir, 'site.db')} can’t be read as this user (ELOOP)`,
    [],
  ])
})

test('little room on the disk of DATA_DIR is a finding', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  expect(findFullDisk(dataDir, 2e9)).toEqual([])
  expect(findFullDisk(dataDir, 12_345_678)).toMatchObject([{ found: '12 MB free on its disk' }])
  expect(findFullDisk(join(dataDir, 'none'))).toEqual([])
})

describeOnBothEngines('a database', ({ engine, create }) => {
  const now = new Date('2026-03-02T09:00:00Z')
  const toConfig = (environment: { DATABASE_URL?: string; DATA_DIR: string }) => ({
    databaseUrl: environment.DATABASE_URL ?? null,
    dataDir: environment.DATA_DIR,
    contentDir: 'content',
    licenceSigningKey: null,
  })

  test('with messages in quarantine says how many', async () => {
    const { database, environment } = await create()
    const config = toConfig(environment)
    expect(await findInStoredData(config, now)).toEqual([])
    const message = { name: 'Bot', email: 'bot@example.com', topic: 'other', message: 'Spam' } as const
    const storing = {
      site,
      now: new Date('2026-03-01T09:00:00Z'),
      random: randomBytes,
    }
    await storeMessage(database.db, { message, verified: false, quarantined: true }, storing)
    expect(await findInStoredData(config, now)).toMatchObject([
      { where: 'messages', found: '1 in quarantine within 30 days' },
    ])
  })

  test('with an order that is newer than the clock says so', async () => {
    const { database, environment } = await create()
    const placedAt = (created_at: string) =>
      database.db
        .insertInto('orders')
        .values(written(anyOrder({ id: created_at, number: created_at, created_at })))
        .execute()
    await placedAt('2026-03-02T09:00:30.000Z')
    expect(await findInStoredData(toConfig(environment), now)).toEqual([])
    await placedAt('2026-11-29T20:33:28.000Z')
    expect(await findInStoredData(toConfig(environment), now)).toMatchObject([
      { grade: 'hurts', where: 'clock', found: expect.stringContaining('at 2026-11-29T20:33:28.000Z') },
    ])
  })

  test('with mails that were given up, or wait long, says so', async () => {
    const { database, environment } = await create()
    const config = toConfig(environment)
    const enqueue = (dedupeKey: string, at: string) =>
      enqueueMail(
        database.db,
        { kind: 'contact_received', dedupeKey, recipient: 'a@example.com' },
        { now: new Date(at), random: randomBytes },
      )
    await enqueue('young', '2026-03-02T08:50:00Z')
    expect(await findInStoredData(config, now)).toEqual([])
    await enqueue('dead', '2026-03-01T09:00:00Z')
    await database.db.updateTable('mails').set({ status: 'dead' }).where('dedupe_key', '=', 'dead').execute()
    await enqueue('old', '2026-03-02T08:40:00Z')
    await database.db
      .updateTable('mails')
      .set({ attempts: 1, last_error: 'ECONNREFUSED: connect' })
      .where('dedupe_key', '=', 'young')
      .execute()
    expect(await findInStoredData(config, now)).toMatchObject([
      { grade: 'hurts', where: 'mails', found: '1 not taken yet (ECONNREFUSED: connect)' },
      { where: 'mails', found: '1 given up', todo: expect.stringContaining('mail list --status dead') },
      { where: 'mails', found: '2 queued, the oldest for 20 minutes' },
    ])
  })

  test('without its tables is said to need them', async () => {
    const { environment } = await create({ migrated: false })
    writeFileSync(join(environment.DATA_DIR, 'site.db'), '')
    rmSync(join(environment.DATA_DIR, 'licence-signing-key.pem'), { force: true })
    const key = { grade: 'stops', where: 'signing key', found: expect.stringContaining('openssl genpkey') }
    expect(await findInStoredData(toConfig(environment), now)).toMatchObject([
      {
        grade: 'stops',
        where: 'database',
        found: 'The database is empty. Run: npm run admin -- db migrate',
        todo: expect.stringContaining('db backup'),
      },
      // A key is never made beside PostgreSQL.
      ...(engine === 'postgres' ? [key] : []),
    ])
  })
})

describe('what ways of paying lack', () => {
  function folder(site: (text: string) => string, pricing = (text: string) => text): string {
    const dir = mkdtempSync(join(tmpdir(), 'content-'))
    const write = (name: string, change: (text: string) => string) =>
      writeFileSync(join(dir, name), change(readFileSync(join('content', name), 'utf8')))
    write('site.yml', site)
    write('pricing.yml', pricing)
    return dir
  }
  const found = (dir: string, webhookSecrets: string[] = [], webhooksAllowPrivate = false) =>
    findInPayment({ contentDir: dir, webhookSecrets, webhooksAllowPrivate }).map(({ where }) =>
      where.replace(`${dir}/`, ''),
    )

  test('a transfer from abroad wants a BIC', () => {
    expect(found(folder((text) => text))).toEqual(['site.yml, bankAccount.bic'])
    expect(found(folder((text) => text.replace('  #bic: ', '  bic: ')))).toEqual([])
  })

  test('a tax wants a company number, and its own country', () => {
    const dir = folder(
      (text) => text.replace('  #bic: ', '  bic: ').replace(/^ {2}abn: .*\n/m, ''),
      (text) => text.replace('  divisor: 11', '  rate: [15, 100]\n  included: true\n  country: NZ'),
    )
    expect(found(dir)).toEqual(['site.yml, company', 'site.yml, company.country'])
  })

  test('an e-invoice wants the company’s number and address', () => {
    const inFolder = (change: (text: string) => string) => {
      const dir = folder(change)
      return findForEInvoices({ contentDir: dir }).map(({ where }) =>
        where.replace(`${dir}/site.yml, company.`, ''),
      )
    }
    expect(inFolder((text) => text)).toEqual(['abn'])
    const withAbn = (text: string) => text.replace('abn: 00 000 000 000', 'abn: 51 824 753 556')
    expect(inFolder(withAbn)).toEqual([])
    expect(inFolder((text) => withAbn(text).replace(/^ {2}address:\n(?: {4}.*\n)+/m, ''))).toEqual([
      'address',
    ])
    expect(inFolder((text) => text.replace(/^ {2}abn: .*\n/m, ''))).toEqual(['abn'])
  })

  test('webhooks want a secret', () => {
    const hooks = '\nwebhooks:\n  - url: https://example.com/hook\n    events: [order.paid]\n'
    const dir = folder((text) => text.replace('  #bic: ', '  bic: ') + hooks)
    expect(found(dir)).toEqual(['WEBHOOK_SECRET'])
    expect(found(dir, ['whsec_x'])).toEqual([])
  })

  test.each(['http://127.0.0.1:9/hook', 'http://[::1]:9/hook', 'https://10.1.2.3/hook'])(
    'a webhook to %s wants private addresses allowed',
    (url) => {
      const hooks = `\nwebhooks:\n  - url: ${url}\n    events: [order.paid]\n`
      const dir = folder((text) => text.replace('  #bic: ', '  bic: ') + hooks)
      expect(found(dir, ['whsec_x'])).toEqual(['WEBHOOKS_ALLOW_PRIVATE'])
      expect(found(dir, ['whsec_x'], true)).toEqual([])
    },
  )

  test('webhooks to several private addresses are one finding, which names each', () => {
    const hooks = ['orders', 'licences?key=1'].map(
      (path) => `  - url: https://10.1.2.3/${path}\n    events: [order.paid]\n`,
    )
    const dir = folder((text) => `${text.replace('  #bic: ', '  bic: ')}\nwebhooks:\n${hooks.join('')}`)
    const findings = findInPayment({
      contentDir: dir,
      webhookSecrets: ['whsec_x'],
      webhooksAllowPrivate: false,
    })
    expect(findings).toMatchObject([{ found: expect.stringContaining('10.1.2.3/orders, 10.1.2.3/licences') }])
    expect(JSON.stringify(findings)).not.toContain('key=1')
  })

  test('a seller who charges no tax needs no number', () => {
    const dir = folder(
      (text) => text.replace('  #bic: ', '  bic: ').replace(/^ {2}abn: .*\n/m, ''),
      (text) => text.replace(/^tax:\n {2}name: GST\n {2}divisor: 11\n/m, 'tax: null\n'),
    )
    expect(found(dir)).toEqual([])
  })
})
