import type { Cookie, Page } from '@playwright/test'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { type DeskSite, done, expectAccessible, startDesk, title } from './desk-site.ts'
import { placeOrder } from './place-order.ts'
import { expect, hydrated, test } from './test.ts'

let shop: DeskSite
let owner: Cookie[]
let numbers: string[]
let total: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser, request }) => {
  shop = await startDesk()
  owner = await shop.signIn(browser, 'alex@example.com')
  numbers = []
  for (let index = 0; index < 4; index += 1) {
    const { order } = await placeOrder(request, 'invoice', shop.url)
    numbers.push(order.number)
    total = (order.total / 100).toFixed(2)
  }
})
test.afterAll(() => shop.close())
test.beforeEach(({ context }) => context.addCookies(owner))

/** Today's date, with the month in letters. */
const today = () =>
  new Date().toLocaleDateString('en-AU', { timeZone: 'Australia/Sydney', dateStyle: 'medium' })
const open = (page: Page, path: string) => shop.open(page, path)
const lines = (page: Page, group: string) => page.getByRole('table', { name: group }).locator('tbody tr')

async function choose(page: Page, csv: string, account = 'Kestrel'): Promise<void> {
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Choose a statement, or drop it here').setInputFiles(file)
  const select = page.getByLabel('Account', { exact: true })
  const known = await select.getByRole('option').allTextContents()
  const name = page.getByLabel('Name of the account')
  if (known.includes(account)) {
    await select.selectOption(account)
    await expect(name).toBeHidden()
  } else {
    if (known.length > 0) await select.selectOption('Another account')
    await name.fill(account)
  }
  await page.getByRole('button', { name: 'Read the statement' }).click()
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a statement is read by columns that a person chose, and booked', async ({ page, problems }) => {
    await open(page, deskRoutes.statement)
    await choose(
      page,
      [
        `${today()},TRF ${numbers[0]},,${total},7.00`,
        `${today()},FEE <b>bold</b>,3.00,,7.00`,
        `${today()},DEPOSIT,,1.50,7.00`,
        `${today()},HALF ${numbers[1]},,1.00,7.00`,
      ].join('\n'),
    )
    const question = page.getByRole('heading', { name: 'Are these the columns?' })
    await expect(question).toBeVisible()
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    await page.reload()
    await page.getByRole('link', { name: 'Another file' }).click()
    await page.goBack()
    await expect(question).toBeVisible()
    expect(sent).toBe(0)
    await page.getByRole('button', { name: 'Read the lines' }).click()
    await expect(page.getByText('A statement needs a date')).toBeVisible()
    for (const [index, column] of ['date', 'text', 'debit', 'credit', 'ignore'].entries()) {
      await page.getByLabel(`Column ${index + 1}`).selectOption(column)
    }
    await page.getByRole('button', { name: 'Read the lines' }).click()
    await expect(title(page)).toHaveText('4 lines, 1 ready to book')
    await expect(lines(page, 'Matched').locator('mark')).toHaveText(numbers[0] as string)
    await expect(lines(page, 'Left alone').first()).toContainText('FEE <b>bold</b>')

    await page.getByText(`Part payment of ${numbers[1]}`).click()
    await lines(page, 'Left alone').nth(1).locator('summary').click()
    await page.getByLabel('Order of line 3').fill('2020-000001')
    await page.getByRole('button', { name: 'Book what’s ticked' }).click()
    await expect(page.getByRole('alert')).toContainText('Line 3: There is no order 2020-000001.')
    problems.expect(422)
    await expect(page.getByLabel('Order of line 3')).toHaveValue('2020-000001')
    await page.getByLabel('Order of line 3').fill(numbers[1] as string)
    await page.getByRole('button', { name: 'Book what’s ticked' }).click()
    const sum = `$${(Number(total) + 2.5).toFixed(2)}`
    await expect(done(page)).toContainText(`What you chose is booked. So far that is 3 lines, ${sum}.`)
    await expect(title(page)).toHaveText('4 lines, none ready to book')
    const booked = page.getByRole('region', { name: 'Booked' })
    await expect(booked.getByRole('heading')).toHaveText(`Booked 3 lines, ${sum}`)
    await expect(booked.locator('tbody tr td.ord a')).toHaveText([0, 1, 1].map((n) => numbers[n] as string))
    await expect(lines(page, 'Left alone')).toHaveCount(1)
    await expect(lines(page, 'Left alone')).toContainText('FEE <b>bold</b>')
    await expect(page.locator('[data-ticked-lines]')).toHaveText('0 lines')
    await open(page, deskRoutes.order(numbers[0] as string))
    await expect(page.locator('.DeskHead .Tag')).toHaveText('Paid')
  })

  test('garbage is refused with its line', async ({ page, problems }) => {
    await open(page, deskRoutes.statement)
    const column = 'Date,Amount,Description\n'
    await choose(page, `${column}${today()},1.00,A\n${today()},1.00,"B\n`)
    await expect(page.getByRole('alert')).toContainText(
      'Line 3 can’t be read. This is no CSV: a quote is missing',
    )
    problems.expect(422)
    await expect(page.getByRole('table', { name: 'Read before' }).locator('tbody tr')).toHaveCount(1)
  })

  test('a code is refused at its field, made, and ended', async ({ page, problems }) => {
    await open(page, deskRoutes.codes)
    await page.getByLabel('Code', { exact: true }).fill('crew 10')
    await page.getByLabel('Takes off').fill('lots')
    await page.getByLabel('Studio').check()
    await page.getByRole('button', { name: 'Make the code' }).click()
    await expect(page.getByText('Enter a number, such as 10 or 20.00.').last()).toBeVisible()
    problems.expect(422)
    await expect(page.getByLabel('Studio')).toBeChecked()
    await page.getByLabel('Takes off').fill('10')
    await page.getByLabel('Uses, in all').fill('5')
    await page.getByRole('button', { name: 'See the prices' }).click()
    await expect(
      page.getByText('A licence would cost: Studio $206.10. Nothing has been made yet.'),
    ).toBeVisible()
    await expect(page.getByLabel('Uses, in all')).toHaveValue('5')
    await expect(page.getByRole('row', { name: 'CREW10' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Make the code' }).click()
    await expect(done(page)).toContainText('The code is made.')
    const row = page.getByRole('row', { name: 'CREW10' })
    await expect(row).toContainText('10%')
    await expect(row).toContainText('Studio, new')
    await expect(row).toContainText('0 of 5')
    await row.getByRole('button', { name: 'End CREW10' }).click()
    await expect(title(page)).toHaveText('End CREW10?')
    await page.getByLabel('Type the code, CREW10').fill('CREW10')
    await page.getByRole('button', { name: 'End the code' }).click()
    await expect(done(page)).toContainText('The code has ended.')
    await expect(row).toContainText('Ended on')
    await expect(row.getByRole('button')).toHaveCount(0)
  })

  test('a licence is issued by hand, and its key is mailed', async ({ page }) => {
    await open(page, deskRoutes.licences)
    await page.getByRole('link', { name: 'Issue one by hand' }).click()
    await page.getByLabel('Plan').selectOption('studio')
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('E-mail').fill('grace@example.com')
    await page.getByLabel('Why').fill('A review')
    await page.getByRole('button', { name: 'Issue it and mail the key' }).click()
    await expect(done(page)).toContainText('The licence is issued')
    await expect(page.locator('.Track')).toContainText('A review')
    await expect(page.getByRole('table', { name: 'Mails' })).toContainText('grace@example.com')
  })

  test('the books show quarters and days on either basis, and leave as CSV', async ({ page, request }) => {
    await open(page, deskRoutes.books)
    await expect(title(page)).toHaveText(/^\w+ to \w+ \d{4}$/)
    const bas = page.locator('.Bas')
    const g1 = (4 * Number(total)).toLocaleString('en-AU', { style: 'currency', currency: 'AUD' })
    await expect(bas.getByRole('listitem').first()).toContainText(g1)
    await bas.getByRole('link', { name: 'G2' }).click()
    await expect(page.getByRole('heading', { name: 'Behind G2' })).toBeVisible()
    await bas.getByRole('link', { name: '1A' }).click()
    const behind = page.getByRole('table', { name: 'Behind 1A' })
    await expect(behind.locator('tr.is-sum')).toContainText('4 documents')
    await page.getByRole('link', { name: 'Cash' }).click()
    await expect(bas.getByRole('listitem').first()).not.toContainText(g1)
    await page.getByText('Other days').last().click()
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByLabel('To, and with').fill('2020-01-31')
    await page.getByRole('button', { name: 'Show these days' }).click()
    await expect(title(page)).toHaveText('1 January 2020 to 31 January 2020')
    await expect(page.getByText('None in these days.')).toBeVisible()

    await open(page, deskRoutes.books)
    await page.getByLabel('Invoices for Xero').check()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^xero-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    expect((await request.get(shop.url + deskApiRoutes.booksCsv)).status()).toBe(401)
  })
})

test('the script counts what is ticked', async ({ page }) => {
  await open(page, deskRoutes.statement)
  await hydrated(page)
  await choose(
    page,
    `${today()},TRF ${numbers[2]},,${total},7.00\n${today()},TRF ${numbers[3]},,${total},7.00`,
  )
  await expect(title(page)).toHaveText('2 lines, 2 ready to book')
  await hydrated(page)
  const bar = page.locator('.Confirm')
  await expect(bar).toContainText('2 lines')
  await page.keyboard.press('j')
  await expect(page.getByLabel('Book line 1')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(bar).toContainText(`1 line, $${total}`)
  await page.getByRole('button', { name: 'Book what’s ticked' }).click()
  await expect(done(page)).toBeFocused()
  await expect(lines(page, 'Matched')).toHaveCount(1)
})

test('what was unticked and typed on a statement comes back after the session had ended', async ({
  page,
  context,
}) => {
  await open(page, deskRoutes.statement)
  const rows = [`TRF ${numbers[2]},,${total}`, 'OTHER,,2.00', `TRF ${numbers[2]},,1.00`]
  await choose(page, rows.map((row) => `${today()},${row},7.00`).join('\n'))
  const [tick, typed] = [page.getByLabel('Book line 1'), page.getByLabel('Order of line 2')]
  const other = page.getByLabel('Another order of line 1')
  await lines(page, 'Matched').locator('summary').click()
  await other.fill('2020-000002')
  await expect(tick).not.toBeChecked()
  await tick.check()
  await expect(other).toHaveValue('')
  await tick.uncheck()

  const [offered, instead] = [page.getByLabel('Not yet'), page.getByLabel('Another order of line 3')]
  await lines(page, 'You decide').locator('summary').click()
  await instead.fill('2020-000003')
  await expect(offered).not.toBeChecked()
  await offered.check()
  await expect(instead).toHaveValue('')
  await lines(page, 'Left alone').locator('summary').click()
  await typed.fill('2020-000001')
  const address = page.url()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Book what’s ticked' }).click()
  await expect(page.getByText('What you typed is kept in this tab.')).toBeVisible()
  await context.addCookies(owner)
  await page.goto(address)
  await expect(typed).toHaveValue('2020-000001')
  await expect(tick).not.toBeChecked()
  await expect(page.locator('[data-ticked-lines]')).toHaveText('1 line')
})

test('the keys reach every line, and nothing ticked books nothing', async ({ page }) => {
  await open(page, deskRoutes.statement)
  await hydrated(page)
  const header = 'Date,Amount,Description\n'
  await choose(page, `${header}${today()},5.00,ODD\n${today()},-1.00,FEE\n`, 'Falcon')
  await page.getByRole('button', { name: 'Read the lines' }).click()
  await expect(title(page)).toHaveText('2 lines, none ready to book')
  await hydrated(page)
  const book = page.getByRole('button', { name: 'Book what’s ticked' })
  await expect(book).toBeDisabled()
  await page.keyboard.press('j')
  await expect(page.locator('summary', { hasText: 'Give it one' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Order of line 2').fill('2020-000001')
  await expect(page.locator('.Confirm')).toContainText('1 line, $5.00')
  await expect(book).toBeEnabled()
  await page.getByLabel('Order of line 2').fill(' ')
  await expect(book).toBeDisabled()
  await page.locator('summary', { hasText: 'Give it one' }).focus()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]', { hasText: 'Money out' })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden()
})

test('wrong columns are corrected on the statement’s page, and asked for in another layout', async ({
  page,
}) => {
  await open(page, deskRoutes.statement)
  const csv = `When,What,A,B\n${today()},ODD,3.00,\n${today()},ODDER,,4.00\n`
  await choose(page, csv, 'Osprey')
  await expect(page.getByRole('columnheader', { name: 'When' })).toBeVisible()
  for (const [index, column] of ['date', 'text', 'debit', 'credit'].entries()) {
    await page.getByLabel(`Column ${index + 1}`).selectOption(column)
  }
  await page.getByRole('button', { name: 'Read the lines' }).click()
  await expect(lines(page, 'Left alone').first()).toContainText('−$3.00')
  await page.getByText('Wrong columns? Correct them').click()
  await expectAccessible(page, 'columns to correct')
  await page.getByLabel('Column 3').selectOption('credit')
  await page.getByLabel('Column 4').selectOption('debit')
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Choose the file once more').setInputFiles(file)
  await page.getByRole('button', { name: 'Read the lines' }).click()
  await expect(lines(page, 'Left alone').nth(1)).toContainText('−$4.00')
})

test('the script sends a file once and shows what refuses it, or asks for its columns', async ({
  page,
  problems,
}) => {
  await open(page, deskRoutes.statement)
  await hydrated(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  await choose(page, 'nothing')
  await expect(page.getByRole('alert')).toContainText('can’t be read')
  await expect(page.getByRole('alert')).toBeFocused()
  problems.expect(422)
  expect(sent).toBe(1)
  await choose(page, `${today()},A,,1.00,7.00\n${today()},B,,2.00,9.00`, 'Merlin')
  await expect(page.getByRole('heading', { name: 'Are these the columns?' })).toBeVisible()
  expect(sent).toBe(2)
  await page.getByRole('button', { name: 'Read the lines' }).click()
  await expect(title(page)).toHaveText('2 lines, none ready to book')
  expect(sent).toBe(3)
})

test('whoever keeps the books has those rooms alone, and support none of them', async ({
  page,
  browser,
  problems,
}) => {
  const rooms = page.locator('.DeskRail-nav').getByRole('link')
  const role = async (email: string) => {
    await page.context().clearCookies()
    await page.context().addCookies(await shop.signIn(browser, email))
    await open(page, deskRoutes.home)
    const names = await rooms.allTextContents()
    return names.map((name) => name.replace(/\d+ waiting$/, ''))
  }
  expect(await role('casey@example.com')).toEqual([
    ...['Today', 'Orders', 'Customers', 'Quotes', 'Statement', 'Books', 'Trends', 'Audit'],
  ])
  expect(await role('robin@example.com')).toEqual([
    ...['Today', 'Orders', 'Customers', 'Quotes', 'Licences', 'Releases', 'Messages', 'Mails'],
  ])
  const { statement, books, codes, newLicence } = deskRoutes
  for (const [path, what] of [
    [statement, 'Statements aren’t'],
    [books, 'The books aren’t'],
    [codes, 'Codes aren’t'],
    [newLicence, 'Licences by hand aren’t'],
  ] as const) {
    await open(page, path)
    await expect(title(page)).toHaveText(`${what} on your desk`)
    problems.expect(403)
  }
})

test('a statement fits its width and has nothing for axe to find, whatever it asks', async ({
  page,
  request,
}) => {
  const { statement } = deskRoutes
  await open(page, statement)
  await page.getByRole('table', { name: 'Read before' }).getByRole('link').first().click()
  await expectAccessible(page, 'a statement')
  // The longest reason.
  await placeOrder(request, 'invoice', shop.url, { name: 'Persephone Quillfeather' })
  await open(page, statement)
  await choose(page, `${today()},PERSEPHONE AND CO,,${total},900.00`)
  await expect(page.getByText('A part of the payer’s name and the amount fit')).toBeVisible()
  await expectAccessible(page, 'a part of a name')
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(page.locator('.Confirm')).toHaveCSS('position', 'static')
  await open(page, statement)
  await choose(page, `${today()},A,,1.00,7.00\n${today()},B,,1.00,7.00`)
  await expect(title(page)).toHaveText('2 lines, none ready to book')
  await open(page, statement)
  await choose(page, `${today()},A,,1.00,7.00\n${today()},B,,1.00,7.00`, 'Another')
  await expect(page.getByRole('heading', { name: 'Are these the columns?' })).toBeVisible()
  await expectAccessible(page, 'columns')
})

test('the bar that books a statement covers nothing that has the focus', async ({ page }) => {
  const { statement } = deskRoutes
  await open(page, statement)
  const lines = Array.from({ length: 12 }, (_, index) => `${today()},PAYER ${index},,${index + 2}.00,90.00`)
  await choose(page, lines.join('\n'))
  await hydrated(page)
  for (const [width, height] of [
    [1280, 720],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.locator('.Confirm')).toBeInViewport()
    const covered = await page.locator('.Lines').evaluate((list) =>
      [...list.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, summary')]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          control.focus()
          const { bottom } = control.getBoundingClientRect()
          const bar = document.querySelector('.Confirm')?.getBoundingClientRect()
          return bar && bar.top < bottom && bar.bottom > bottom
        })
        .map((control) => control.outerHTML),
    )
    expect([width, covered]).toEqual([width, []])
  }
})

test('`j` and `k` walk codes and sessions too', async ({ page }) => {
  for (const path of [deskRoutes.codes, deskRoutes.sessions]) {
    await open(page, path)
    await hydrated(page)
    await page.keyboard.press('j')
    await expect(page.locator('[data-row]').first()).toBeFocused()
  }
})
