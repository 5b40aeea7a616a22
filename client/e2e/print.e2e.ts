import { routes } from '#shared/routes/routes.ts'
import { expect, test } from './test.ts'

test.use({ colorScheme: 'dark' })

test('a policy and an article print their words alone, black on white', async ({ page }) => {
  for (const path of [routes.privacy, routes.article('where-to-put-the-reading-line')]) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    for (const name of ['.TopNav', '.Footer', '.Toc', '.PageHeader-past', '.NextUp']) {
      await expect(page.locator(`${name}:visible`), path).toHaveCount(0)
    }
    const paragraph = page.locator('.Prose > p').first()
    await expect(paragraph, path).toHaveCSS('color', 'rgb(0, 0, 0)')
    for (const ground of ['body', 'main', '.PageHeader', 'main section >> nth=-1']) {
      await expect(page.locator(ground).first(), path).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    }
  }
})

test('the home page prints its first words on white, without the picture', async ({ page }) => {
  await page.goto(routes.home)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('.Hero')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(page.locator('.Hero-image')).toBeHidden()
})

test('the pricing page prints each price below its plan, and every answer', async ({ page }) => {
  await page.setViewportSize({ width: 658, height: 900 })
  await page.goto(routes.pricing)
  await page.emulateMedia({ media: 'print' })
  const startOf = (cells: string) =>
    page.locator(cells).evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)))
  await expect(page.locator('.Plans-price td')).not.toHaveCount(0)
  expect(await startOf('.Plans thead th')).toEqual(await startOf('.Plans-price td'))
  const answers = await page.locator('.Faq details > p').all()
  expect(answers.length).toBeGreaterThan(1)
  for (const answer of answers) await expect(answer).toBeVisible()
})
