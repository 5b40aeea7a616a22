import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

type Axe = typeof axe

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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Frames are of other origins, and axe would wait for their answers.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false }
  return page.evaluate(
    async ({ within, options }) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(within, options)
      return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
    },
    { within, options },
  )
}

/** Colour schemes change nothing else. */
export function violationsInColours(page: Page) {
  return violationsIn(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
}
