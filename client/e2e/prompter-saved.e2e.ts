import { demo, openPrompter, script, slider, start, status } from './prompter-page.ts'
import { expect, test } from './test.ts'

test.describe('what is kept', () => {
  test('is there after a reload, in this browser alone', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await openPrompter(page)
    await script(page).fill('Words of my own.')
    await slider(page, 'Pace').fill('180')
    await expect(demo(page).getByText('Kept in this browser alone. Never sent.')).toBeVisible()
    await page.reload()
    await page.locator('#try').scrollIntoViewIfNeeded()
    await expect(script(page)).toHaveValue('Words of my own.')
    await expect(slider(page, 'Pace')).toHaveValue('180')
    await expect(page.locator('.Prompter-track')).toHaveText('Words of my own.')
    expect(sent.filter((request) => /Words|own\./.test(request))).toEqual([])
  })

  test('is nothing where storage is refused; the prompter works, and says so', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('refused', 'SecurityError')
        },
      })
    })
    await openPrompter(page)
    await script(page).fill('Words of my own.')
    await expect(demo(page).getByText('This browser doesn’t let pages keep things')).toBeVisible()
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
  })
})
