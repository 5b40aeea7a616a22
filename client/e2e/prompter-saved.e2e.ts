import { demo, leaveTop, moved, openPrompter, script, slider, start, status } from './prompter-page.ts'
import { expect, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

test.describe('what is kept', () => {
  test('is there after a reload, in this browser alone', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await openPrompter(page)
    await script(page).fill('Words of my own.\nOf them\nevery line\nis one.')
    await slider(page, 'Pace').fill('180')
    await page.getByRole('button', { name: 'A line on' }).click()
    await page.getByRole('button', { name: 'A line on' }).click()
    const place = await moved(page)
    await expect(demo(page).getByText('Kept in this browser alone. Never sent.')).toBeVisible()
    await page.reload()
    await page.locator('#try').scrollIntoViewIfNeeded()
    await expect(script(page)).toHaveValue('Words of my own.\nOf them\nevery line\nis one.')
    await expect(slider(page, 'Pace')).toHaveValue('180')
    await expect(page.locator('.Prompter-track')).toContainText('Words of my own.')
    await expect(status(page)).toHaveText('Stopped')
    expect(await moved(page)).toBeCloseTo(place, 0)

    const newer = await page.context().newPage()
    await openPrompter(newer)
    await script(newer).fill('Words of a newer tab.')
    await newer.close()
    await expect(script(page)).toHaveValue('Words of a newer tab.')
    await expect(page.locator('.Prompter-track')).toHaveText('Words of a newer tab.')
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
    await script(page).fill('Words of my own.\nOf them\nevery line\nis one.')
    await expect(demo(page).getByText('This browser doesn’t keep your script')).toBeVisible()
    await leaveTop(page)
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
  })
})
