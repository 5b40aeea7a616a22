import { everyPath } from './every-path.ts'
import { expect, hold, holdApplication, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const path of everyPath) {
  test(`${path} looks the same before its sheets come as after`, async ({ page }) => {
    const release = await hold(page, '**/assets/*.css')
    await holdApplication(page)
    // Text keeps the fallback fonts, because the sheets also bring fonts.
    await page.route('**/*.woff2', () => {})
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.evaluate(hideLater)
    const sheets = page.locator('link[rel=stylesheet]')
    await expect(sheets).not.toHaveCount(0)
    // What is compared stays in the browser: it would be 20 MB of JSON.
    const before = await page.evaluateHandle(looks)
    release()
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe((await sheets.count()) + 1)
    const after = await page.evaluateHandle(looks)
    expect(await before.evaluate((elements) => elements.length)).toBeGreaterThan(20)
    expect(await page.evaluate(changesOf, { before, after })).toEqual([])
  })
}

/** Rules of the layer `later` come with the sheets. */
function hideLater(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.LoadBar, [class^=Fig] { display: none !important; }')
  document.adoptedStyleSheets.push(sheet)
}

type Look = Record<string, string>

function changesOf({ before, after }: { before: Look[]; after: Look[] }): string[] {
  return after.flatMap((element, index) =>
    Object.entries(element)
      .filter(([name, value]) => before[index]?.[name] !== value)
      .map(([name, value]) => `${element.name}, ${name}: ${before[index]?.[name]} became ${value}`),
  )
}

/** Every element's box and computed styles, also of its pseudo-elements, at the start of all animations. */
function looks(): Look[] {
  for (const animation of document.getAnimations()) {
    animation.pause()
    if (typeof animation.currentTime === 'number') animation.currentTime = 0
  }
  const elements = document.querySelectorAll('body, body *:not(.LoadBar, [class^=Fig], [class^=Fig] *)')
  return Array.from(elements, (element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const look: Look = {
      name: `${element.tagName}.${element.className}`,
      box: [x, y, width, height].join(' '),
    }
    for (const pseudo of ['', '::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      look[`${pseudo} content`] = style.content
      if (pseudo !== '' && style.content === 'none') continue
      // Transitions come with the sheets.
      for (const name of style)
        if (!/^(transition|--)/.test(name)) look[`${pseudo} ${name}`] = style.getPropertyValue(name)
    }
    return look
  })
}
