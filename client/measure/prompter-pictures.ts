import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { chromiumArguments, findChromium } from '../e2e/chromium.ts'
import { startShop } from '../e2e/shop-site.ts'
import { hydrated } from '../e2e/test.ts'

/** Renders pictures of the real prompter, for the drawings on the home page. Run it when the prompter's look changes. */
const folder = join(import.meta.dirname, '../../public/images')

/** With `controls` it shows the operator's view, otherwise the reader's. */
type Picture = { device: BrowserContextOptions; lines: number; controls: boolean }

const pictures: Record<string, Picture> = {
  screen: { device: { viewport: { width: 1120, height: 700 } }, lines: 3, controls: true },
  studio: { device: { viewport: { width: 640, height: 400 } }, lines: 3, controls: false },
  phone: {
    device: { viewport: { width: 360, height: 720 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
    lines: 5,
    controls: true,
  },
}

const url = process.argv[2]
const shop = url ? { url, close: async () => {} } : await startShop()
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
try {
  for (const [name, { device, lines, controls }] of Object.entries(pictures)) {
    const context = await browser.newContext({ ...device, baseURL: shop.url, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(routes.home)
    await hydrated(page)
    await page.locator('#try').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Fill the screen' }).click()
    for (let line = 0; line < lines; line++) await page.getByRole('button', { name: 'A line on' }).click()
    if (!controls) await page.getByRole('group', { name: 'Prompter' }).focus()
    if (controls) await page.getByRole('button', { name: /^(Start|Carry on)$/ }).click()
    else await page.keyboard.press(' ')
    await page.locator('.Prompter[data-phase="running"]').waitFor()
    // Controls hide once the mouse rests.
    if (!controls) await page.waitForTimeout(3500)
    const shown = controls ? page : page.getByRole('group', { name: 'Prompter' })
    writeFileSync(join(folder, `set-up-${name}.webp`), await toWebp(page, await shown.screenshot()))
    await context.close()
  }
} finally {
  await browser.close()
  await shop.close()
}

/** Encodes in Chromium, so that no encoder is needed here. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    return Array.from(new Uint8Array(await blob.arrayBuffer()))
  }, png.toString('base64'))
  return Buffer.from(encoded)
}
