import { routes } from '#shared/routes/routes.ts'
import { expect, hydrated, test } from './test.ts'

test('text becomes neither HTML nor a script, on the first page and on those opened from it', async ({
  page,
  problems,
}) => {
  const tryToInject = () =>
    page.evaluate(() => {
      const attempts: Record<string, () => void> = {
        innerHTML: () => {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
        },
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
        write: () => document.write('<b>x</b>'),
        srcdoc: () => {
          document.createElement('iframe').srcdoc = '<script>alert(1)</script>'
        },
        script: () => {
          document.createElement('script').text = 'alert(1)'
        },
      }
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt()
          return `${name} was allowed`
        } catch (error) {
          return (error as Error).name
        }
      })
    })
  const refused = Array(5).fill('TypeError')

  await page.goto(routes.home)
  await hydrated(page)
  expect(await tryToInject()).toEqual(refused)
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(routes.pricing)
  expect(await tryToInject()).toEqual(refused)
  problems.allow('This document requires')
})

test('structured data stand in the document, and pages opened later write none', async ({ page }) => {
  const data = page.locator('script[type="application/ld+json"]')
  await page.goto(routes.pricing)
  await hydrated(page)
  const inDocument = await data.count()
  expect(inDocument).toBeGreaterThan(0)
  await page.getByRole('banner').getByRole('link', { name: 'Downloads' }).click()
  await expect(page).toHaveTitle(/^Downloads - /)
  await expect(data).toHaveCount(0)
})
