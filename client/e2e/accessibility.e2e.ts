import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { frame, violationsIn, violationsInOtherSchemes } from './axe.ts'
import { everyPath } from './every-path.ts'
import { overflowing, whatLargeTextBreaks } from './large-text.ts'
import { check, tickBox } from './shop-page.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ colorScheme: 'light' })

test('every page hydrates, fits its widths, breaks no rule of axe, names controls by their words, and shows the focus', async ({
  page,
  problems,
}) => {
  test.setTimeout(600_000)
  for (const path of [...everyPath, '/nowhere']) await test.step(path, () => searchPage(page, path))
  // Chromium reports a page that is missing.
  problems.expect(404)
})

async function searchPage(page: Page, path: string) {
  // The bar lies over the picture on the home page, and marks the current page on others.
  const except = path === routes.home || path === routes.pricing ? [] : frame
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path)
    .toBeLessThanOrEqual(0)
  expect.soft(await violationsIn(page, { except }), path).toEqual([])
  expect.soft(await page.evaluate(misnamed), path).toEqual([])
  await expect(page.locator('fieldset:not(:has(> legend:first-child))')).toHaveCount(0)
  await walkByTab(page, path)
  expect.soft(await violationsInOtherSchemes(page, { except }), path).toEqual({})
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await page.evaluate(overflowing), `${path}, 320 pixels`).toEqual([])
  expect.soft(await violationsIn(page, { except }), `${path}, 320 pixels`).toEqual([])
  expect.soft(await page.evaluate(misnamed), `${path}, 320 pixels`).toEqual([])
  expect.soft(await readFromTheRight(page), `${path}, from right to left`).toEqual(0)
  expect.soft(await whatLargeTextBreaks(page), `${path}, large text`).toEqual([])
}

test('where a system asks for more contrast, text has seven to one', async ({ page }) => {
  for (const path of [routes.whatsNew, routes.contact]) {
    await page.goto(path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' })
      expect([path, await violationsIn(page, { runOnly: ['color-contrast-enhanced'] })]).toEqual([path, []])
    }
  }
})

/** Sets right-to-left direction, as a translator into Arabic does, and undoes it. @returns the sideways overflow in pixels */
function readFromTheRight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { documentElement } = document
    documentElement.dir = 'rtl'
    const surplus = documentElement.scrollWidth - innerWidth
    documentElement.dir = ''
    return surplus
  })
}

async function walkByTab(page: Page, path: string) {
  await loadHumanCheck(page)
  // Bar and footer have the same links on every page.
  const isWhole = path === routes.home
  const steps: (string | null)[] = []
  for (let key = 0; key < 150; key++) {
    await page.keyboard.press('Tab')
    const { name, faults, isOwn, last } = await page.evaluate(describeFocus)
    if (last || (!isWhole && !isOwn && steps.length > 0)) break
    expect.soft(faults, `${path}, ${name}`).toEqual([])
    steps.push(name)
    if (!isWhole && steps.length === 1) await page.keyboard.press('Enter')
  }
  expect(steps[0]).toBe('Skip to the page')
  if (isWhole) expect(steps.length).toBeGreaterThan(10)
}

/** The check's frame would receive some of the key presses if it loaded between them. */
async function loadHumanCheck(page: Page) {
  if ((await check(page).count()) === 0) return
  await check(page).dispatchEvent('focusin')
  await expect(tickBox(page)).toBeVisible()
}

/** Runs in the page: describes the focused element, and flaws for keyboard users. */
async function describeFocus() {
  // Scrolling and painting take a frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const element = document.activeElement
  const seen = (window as { seen?: Set<Element> }).seen ?? new Set()
  Object.assign(window, { seen })
  if (!element || element === document.body || seen.has(element))
    return { name: '', faults: [], isOwn: false, last: true }
  // The glass is replaced by the prompter once it has the focus.
  const before = [...seen].findLast((each) => each.isConnected)
  seen.add(element)

  const isOutlined = (of: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(of, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const label = element.closest('label')
  // A row's link draws its outline in `::after`, around the whole row. A hidden file field leaves it to its label.
  const outlined =
    isOutlined(element) || isOutlined(element, '::after') || (label !== null && isOutlined(label))
  const box = element.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const top = document.elementFromPoint(x, y)
  const faults = [
    // A frame's own page shows the focus.
    outlined || element.tagName === 'IFRAME' ? '' : 'has no outline',
    box.right < 0 || box.bottom < 0 || box.left > innerWidth || box.top > innerHeight ? 'is out of view' : '',
    top && !element.contains(top) && !top.contains(element) && !top.closest('label') ? 'is covered' : '',
    before && before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'comes late' : '',
  ]
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
  return {
    name: name || element.outerHTML.slice(0, 80),
    faults: faults.filter(Boolean),
    isOwn: element.closest('main') !== null,
    last: false,
  }
}

/** Runs in the page: finds controls whose names omit their visible words (WCAG 2.5.3). */
function misnamed(): string[] {
  const wordsOf = (element: Element, hidden: string) => {
    const copy = element.cloneNode(true) as Element
    for (const each of copy.querySelectorAll(hidden)) each.remove()
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
  }
  return [...document.querySelectorAll('a[href], button, [role=switch]')].flatMap((control) => {
    const inSight = wordsOf(control, '.vh, [aria-hidden=true]')
    const name = control.getAttribute('aria-label')?.toLowerCase() ?? wordsOf(control, '[aria-hidden=true]')
    return name.includes(inSight) ? [] : [`“${inSight}” is named “${name}”`]
  })
}
