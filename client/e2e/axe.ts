import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'

// Every page reads it anew: less than half of `axe.source`, and sent in half the time without wide characters.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').replace(
  /[^\0-\x7f]/g,
  (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

const allRules: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/**
 * The page takes the script once, and tells only what is broken: all results are more than a megabyte.
 * @param within a selector
 * @returns the rules of axe that a page breaks, and where
 */
export async function violationsIn(
  page: Page,
  { within = 'html', runOnly = allRules }: { within?: string; runOnly?: RunOptions['runOnly'] } = {},
): Promise<[rule: string, targets: string[]][]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // Frames are of other origins, and axe would wait for their answers.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false }
  return page.evaluate(
    async ({ within, options }) => {
      const { violations } = await (window as unknown as { axe: { run: typeof run } }).axe.run(
        within,
        options,
      )
      return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
    },
    { within, options },
  )
}

/** Colour schemes change nothing else. */
export function violationsInColours(page: Page, within = 'html') {
  return violationsIn(page, { within, runOnly: ['color-contrast', 'link-in-text-block'] })
}

const otherSchemes = {
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

/** Leaves the page in the light scheme. */
export async function violationsInOtherSchemes(page: Page, within?: string) {
  const found: Record<string, [rule: string, targets: string[]][]> = {}
  for (const [name, media] of Object.entries(otherSchemes)) {
    await page.emulateMedia(media)
    const violations = await violationsInColours(page, within)
    if (violations.length > 0) found[name] = violations
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  return found
}
