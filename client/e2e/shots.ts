import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { routes } from '#shared/routes.ts'
import { chromiumArguments, findChromium } from './chromium.ts'

/** Writes a picture of every page at four widths, light and dark, to `test-results/shots`; `--page`, `--width` pick some. */
const { values } = parseArgs({
  options: { page: { type: 'string', multiple: true }, width: { type: 'string', multiple: true } },
})
const port = 4323
const folder = 'test-results/shots'
const pages: Record<string, string> = {
  ...Object.fromEntries(Object.entries(routes).filter(([, path]) => typeof path === 'string')),
  article: routes.article('where-to-put-the-reading-line'),
  notFound: '/nowhere',
}

const site = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', ANALYTICS_ID: '', LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await once(site.stdout, 'data')
site.stdout.resume()
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
try {
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of (values.width ?? ['360', '768', '1280', '1920']).map(Number)) {
      const context = await browser.newContext({
        viewport: { width, height: width < 500 ? 740 : 900 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const [name, path] of Object.entries(pages)) {
        if (values.page && !values.page.includes(name)) continue
        await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'networkidle' })
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
      }
      await context.close()
    }
  }
} finally {
  await browser.close()
  site.kill()
}
