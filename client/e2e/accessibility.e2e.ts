import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { everyPath } from './every-path.ts'
import { desktopOnly, expect, hydrated, test } from './test.ts'

test.use({ reducedMotion: 'reduce', colorScheme: 'light' })

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const rulesOfColour = ['color-contrast', 'link-in-text-block']
const otherSchemes = {
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

for (const path of [...everyPath, '/nowhere']) {
  test.describe(path, () => {
    test('breaks no rule of axe in any colours, and names controls by their visible words', async ({
      page,
      problems,
    }) => {
      await open(page, path)
      expect.soft(await violationsIn(page, (axe) => axe.withTags(rules))).toEqual([])
      for (const [name, media] of Object.entries(otherSchemes)) {
        await page.emulateMedia(media)
        expect.soft(await violationsIn(page, (axe) => axe.withRules(rulesOfColour)), name).toEqual([])
      }
      expect.soft(await page.evaluate(misnamed)).toEqual([])
      await expect(page.locator('fieldset:not(:has(> legend:first-child))')).toHaveCount(0)
      expectNoPage(path, problems)
    })

    // A phone has no Tab key.
    test(
      'shows where the focus is at every step, in view and in order',
      desktopOnly,
      async ({ page, problems }) => {
        await open(page, path)
        const steps: (string | null)[] = []
        for (let key = 0; key < 150; key++) {
          await page.keyboard.press('Tab')
          const { name, faults, last } = await page.evaluate(describeFocus)
          if (last) break
          expect.soft(faults, name).toEqual([])
          steps.push(name)
        }
        expect(steps[0]).toBe('Skip to the page')
        expect(steps.length).toBeGreaterThan(10)
        expectNoPage(path, problems)
      },
    )

    // It sets its own widths.
    test('reflows at 320 pixels and with text of twice the size', desktopOnly, async ({ page, problems }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await open(page, path)
      expect.soft(await page.evaluate(overflowing), '320 pixels').toEqual([])
      const browser = await page.context().newCDPSession(page)
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await page.evaluate(overflowing), `text of twice the size in ${width} pixels`).toEqual([])
      }
      expectNoPage(path, problems)
    })
  })
}

async function violationsIn(page: Page, choose: (axe: AxeBuilder) => AxeBuilder) {
  const { violations } = await choose(new AxeBuilder({ page })).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
}

async function open(page: Page, path: string) {
  await page.goto(path)
  await hydrated(page)
}

/** Chromium reports the 404 of a page that isn't there as an error. */
function expectNoPage(path: string, problems: string[]) {
  if (path === '/nowhere') problems.splice(0, 1)
}

/** In the page: the element that has the focus, and what a visitor who steers by keyboard would miss. */
async function describeFocus() {
  // Scrolling to it and showing it takes a frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const element = document.activeElement
  const seen = (window as { seen?: Set<Element> }).seen ?? new Set()
  Object.assign(window, { seen })
  if (!element || element === document.body || seen.has(element)) return { name: '', faults: [], last: true }
  const before = [...seen].at(-1)
  seen.add(element)

  // A row shows its focus round all of it, drawn after its link.
  const outlined = [null, '::after'].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const box = element.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const top = document.elementFromPoint(x, y)
  const faults = [
    // A frame's own page shows where the focus is in it.
    outlined || element.tagName === 'IFRAME' ? '' : 'has no outline',
    box.right < 0 || box.bottom < 0 || box.left > innerWidth || box.top > innerHeight ? 'is out of view' : '',
    top && !element.contains(top) && !top.contains(element) && !top.closest('label') ? 'is covered' : '',
    before && before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'comes late' : '',
  ]
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
  return {
    name: name || element.outerHTML.slice(0, 80),
    faults: faults.filter(Boolean),
    last: false,
  }
}

/** In the page: the controls whose name leaves out their visible words (WCAG 2.5.3). */
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

/** In the page: what makes it scroll sideways, or is cut off by its own box. */
function overflowing(): string[] {
  const wide = document.documentElement.scrollWidth > innerWidth
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const { overflowX, position } = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    const isHeading = /^H[1-6]$/.test(element.tagName)
    const cut =
      (overflowX === 'hidden' || isHeading) &&
      element.scrollWidth > element.clientWidth + 1 &&
      !element.closest('.vh, svg, [role=img], [aria-hidden=true]')
    const out = wide && box.right > innerWidth + 1 && position !== 'fixed'
    return cut || out ? [`${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`] : []
  })
}
