import { routes } from '#shared/routes/routes.ts'
import { expect, hydrated, test } from './test.ts'

test('text becomes neither HTML nor a script, on the first page and on those opened from it, which write no structured data', async ({
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

  const data = page.locator('script[type="application/ld+json"]')
  await page.goto(routes.pricing)
  await hydrated(page)
  expect(await tryToInject()).toEqual(refused)
  expect(await data.count()).toBeGreaterThan(0)
  await page.getByRole('banner').getByRole('link', { name: 'Downloads' }).click()
  await expect(page).toHaveTitle(/^Downloads - /)
  expect(await tryToInject()).toEqual(refused)
  await expect(data).toHaveCount(0)
  problems.allow('This document requires')
})
