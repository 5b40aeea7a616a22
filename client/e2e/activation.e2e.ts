import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { runAdmin } from '#server/testing/support/admin.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { dataDirOf, sitesUnderTest } from './sites-under-test.ts'
import { expect, hydrated, test } from './test.ts'

const site = sitesUnderTest.plain
const machineCode = 'F00D-4242-0001'

/** The operator's command line issues the licence. */
async function issueLicence({ seats = 3 } = {}): Promise<{ id: string; key: string }> {
  const buyer = [
    '--sku',
    'studio',
    '--name',
    'Ada',
    '--company',
    'Harbour Street Studio',
    '--reason',
    'A prize',
  ]
  return JSON.parse(
    await admin('licences', 'issue', ...buyer, '--email', 'ada@example.com', '--seats', `${seats}`, '--json'),
  )
}

async function admin(...args: string[]): Promise<string> {
  const { stdout } = await runAdmin({ DATA_DIR: dataDirOf(site.port) }, ...args)
  return stdout
}

const keyField = (page: Page) => page.getByLabel('Licence key')
const machineField = (page: Page) => page.getByLabel('Machine code')
const lookUp = (page: Page) => page.getByRole('button', { name: 'Only look up the key' }).click()
const another = (page: Page) => page.getByRole('button', { name: 'Use another key' }).click()
const activate = (page: Page) => page.getByRole('button', { name: 'Activate this machine' }).click()

async function takeSeat(page: Page, licenceKey: string, id: string) {
  const data = { licenceKey, machine: { id, name: `Machine ${id}` } }
  expect((await page.request.post(apiRoutes.activation, { data })).status()).toBe(201)
}

function requestFile(content: object): Buffer {
  const block = Buffer.from(JSON.stringify(content)).toString('base64')
  return Buffer.from(`-----BEGIN ACTIVATION REQUEST-----\n${block}\n-----END ACTIVATION REQUEST-----\n`)
}

test.describe('the activation page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(routes.activation)
    await hydrated(page)
  })

  test('says what is missing, groups the key as it is typed, points at a typo once it is refused, and looks the key up', async ({
    page,
    problems,
  }) => {
    await expect(page.getByText('Lost your key?').getByRole('link')).toHaveAttribute('href', routes.licences)
    await keyField(page).focus()
    await page.keyboard.press('Enter')
    await expect(keyField(page)).toBeFocused()
    await expect(keyField(page)).toHaveAccessibleDescription(/Type the licence key/)
    await expect(machineField(page)).toHaveAccessibleDescription(/8 to 128 letters/)

    const { key, id } = await issueLicence()
    const wrong = key.slice(0, -1) + (key.endsWith('2') ? '3' : '2')
    await keyField(page).pressSequentially(wrong.replaceAll('-', '').toLowerCase())
    await expect(keyField(page)).toHaveValue(wrong)
    await expect(keyField(page)).not.toHaveAttribute('aria-invalid')
    await activate(page)
    await expect(machineField(page)).toHaveAttribute('aria-invalid', 'true')
    await lookUp(page)
    await expect(page.getByRole('status').filter({ hasText: 'A character is wrong' })).toBeAttached()
    await expect(keyField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(machineField(page)).not.toHaveAttribute('aria-invalid')
    await keyField(page).press('End')
    await keyField(page).press('Backspace')
    await keyField(page).press(key.slice(-1))
    await expect(keyField(page)).toHaveValue(key)
    await expect(keyField(page)).not.toHaveAttribute('aria-invalid')

    await keyField(page).press('Home')
    for (let press = 0; press < 6; press++) await keyField(page).press('ArrowRight')
    await keyField(page).press('Delete')
    await keyField(page).press(key[6] ?? '')
    await expect(keyField(page)).toHaveValue(key)
    expect(await keyField(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7)
    problems.expect(422)

    await lookUp(page)
    await expect(page.getByText('0 of 3 in use')).toBeVisible()
    await expect(page.getByText('None. Every seat is free.')).toBeVisible()
    await admin('licences', 'suspend', id)
    await another(page)
    await expect(keyField(page)).toBeFocused()
    await keyField(page).fill(key)
    await lookUp(page)
    await expect(page.getByRole('region', { name: 'Studio' })).toContainText('Suspended')
  })

  test('turns a machine on by a code that a mail brought, deactivates another, and explains a refusal', async ({
    page,
    problems,
  }) => {
    const { key, id } = await issueLicence()
    await takeSeat(page, key, 'another-machine')
    await keyField(page).fill(key.toLowerCase())
    await machineField(page).fill('The code is F00D-4242-0001')
    await activate(page)
    await expect(machineField(page)).toHaveAccessibleDescription(/8 to 128 letters/)
    await machineField(page).fill('\u00a0F00D\u2011 4242\u200b\u20130001. ')
    await page.keyboard.press('Enter')

    const licence = page.getByRole('region', { name: 'Studio' })
    await expect(licence).toBeFocused()
    await expect(licence).toContainText('Harbour Street Studio')
    await expect(licence).toContainText('2 of 3 in use')
    await expect(licence).toContainText(machineCode)
    await expect(licence).toContainText(key.slice(-4))
    await expect(page.locator('main')).not.toContainText(key)
    await expect(page.getByText('This machine is on. You can close the page.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: machineCode })).toContainText('This machine')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the activation file' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.licence$/)

    const row = page.getByRole('row').filter({ hasText: 'Machine another-machine' })
    await row.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Deactivate it' }).click()
    await expect(row).toHaveCount(0)
    await expect(licence).toContainText('1 of 3 in use')
    await expect(page.getByRole('heading', { name: 'Machines on this key' })).toBeFocused()

    await admin('licences', 'revoke', id, '--yes')
    await another(page)
    await keyField(page).fill(key)
    await machineField(page).fill(machineCode)
    await activate(page)
    await expect(page.getByRole('alert')).toContainText('This licence has been revoked.')
    await expect(page.getByRole('alert').getByRole('link', { name: 'Ask us about it' })).toBeVisible()
    await page.route(`**${apiRoutes.activation}`, (route) => route.abort())
    await activate(page)
    await expect(page.getByRole('alert')).toContainText('We couldn’t be reached.')
    await expect(keyField(page)).toHaveValue(key)
    problems.expect(403, 'net::ERR_FAILED')
  })

  test('with every seat taken lets a machine make room, and names the day for a licence that moved often', async ({
    page,
    problems,
  }) => {
    const { key: full } = await issueLicence({ seats: 1 })
    await takeSeat(page, full, 'old-laptop')
    const alert = page.getByRole('alert')
    await keyField(page).fill(full)
    await machineField(page).fill(machineCode)
    await activate(page)
    await expect(alert).toBeFocused()
    await expect(alert).toContainText('Every seat of this licence is taken')
    await page.getByRole('button', { name: 'Deactivate Machine old-laptop' }).click()
    await page.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(page.getByRole('button', { name: 'Deactivate it' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Deactivate Machine old-laptop' })).toBeFocused()
    await page.getByRole('button', { name: 'Deactivate Machine old-laptop' }).click()
    await page.getByRole('button', { name: 'Deactivate it' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'is deactivated. 0 of 1 seats' })).toBeVisible()
    await activate(page)
    await expect(page.getByText('1 of 1 in use')).toBeVisible()
    await another(page)

    const { key: licenceKey } = await issueLicence({ seats: 1 })
    for (const machineId of ['machine-1', 'machine-2', 'machine-3', 'machine-4', 'machine-5', 'machine-6']) {
      await takeSeat(page, licenceKey, machineId)
      await page.request.post(apiRoutes.deactivation, { data: { licenceKey, machineId } })
    }
    await keyField(page).fill(licenceKey)
    await machineField(page).fill(machineCode)
    await activate(page)
    await expect(alert).toContainText('This licence has been on too many machines lately.')
    await expect(alert).toContainText(/It can be turned on from \d{1,2} [A-Z][a-z]+ \d{4}\./)

    const buffer = requestFile({ licenceKey, machine: { id: machineCode } })
    const answered = page.waitForResponse(`**${apiRoutes.offlineActivation}`)
    await page.locator('input[type=file]').setInputFiles({ name: 'a.request', mimeType: '', buffer })
    await answered
    await expect(alert).toContainText('too many machines lately')
    await machineField(page).fill('machine-3')
    await activate(page)
    await expect(page.getByText('1 of 1 in use')).toBeVisible()
    problems.expect(409, 409, 409)
  })

  test('takes request files and gives licence files back', async ({ page }) => {
    const { key } = await issueLicence()
    const file = page.getByLabel('Choose the request file')
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await expect(page.getByText('That isn’t a request file.')).toBeVisible()

    const input = page.locator('input[type=file]')
    const downloadFor = async (request: object) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        input.setInputFiles({ name: 'a.request', mimeType: '', buffer: requestFile(request) }),
      ])
      expect(download.suggestedFilename()).toMatch(/\.licence$/)
      return readFileSync(await download.path(), 'utf8')
    }
    const licenceFile = await downloadFor({ licenceKey: key, machine: { id: machineCode, name: 'Vault' } })
    await expect(page.getByRole('region', { name: 'Studio' })).toContainText('1 of 3 in use')
    await expect(page.getByRole('row').filter({ hasText: 'Vault' })).toContainText('This machine')

    const back = requestFile({ deactivate: true, machine: { id: machineCode }, file: licenceFile })
    await another(page)
    // Windows PowerShell redirects output as UTF-16. Its zeros would make the request too large.
    const inUtf16 = Buffer.from(`\uFEFF${' '.repeat(20_000)}${back}`, 'utf16le')
    await input.setInputFiles({ name: 'b.request', mimeType: '', buffer: inUtf16 })
    await expect(page.getByText(`${machineCode} is deactivated. 0 of 3 seats in use.`)).toBeVisible()

    await downloadFor({ plan: 'trial', machine: { id: `trial-${crypto.randomUUID()}` } })
    await expect(page.getByText(/The trial ends on \d+ \w+ \d{4}\.$/)).toBeVisible()
  })

  test('takes over the answer to a form that was sent before the script was there', async ({ page }) => {
    const { key } = await issueLicence()
    await keyField(page).fill(key)
    await machineField(page).fill(machineCode)
    await keyField(page).evaluate((field: HTMLInputElement) => field.form?.submit())
    await expect(page.getByText('1 of 3 in use')).toBeVisible()
    await hydrated(page)
    await expect(page.getByRole('row').filter({ hasText: machineCode })).toContainText('This machine')
    await another(page)
    await expect(keyField(page)).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the forms work by themselves', async ({ page, problems }) => {
    const { key, id } = await issueLicence()
    await page.goto(routes.activation)
    await keyField(page).fill(key)
    await machineField(page).fill(` ${machineCode}. `)
    await activate(page)
    await expect(page.getByText('This machine is on. You can close the page.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Studio' })).toContainText('1 of 3 in use')

    await page.goto(routes.activation)
    await keyField(page).fill(key)
    await page.getByRole('button', { name: 'Only look up the key' }).click()
    await expect(page.getByRole('row').filter({ hasText: machineCode })).toBeVisible()

    await page.goto(routes.activation)
    const buffer = requestFile({ licenceKey: key, machine: { id: 'offline-machine' } })
    await page.locator('input[type=file]').setInputFiles({ name: 'a.request', mimeType: '', buffer })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Send the request' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.licence$/)

    await admin('licences', 'revoke', id, '--yes')
    await keyField(page).fill(key)
    await machineField(page).fill(machineCode)
    await activate(page)
    await expect(page.getByRole('alert')).toContainText('This licence has been revoked.')
    problems.expect(403)
  })
})
