import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'

// Every page parses it, so it is minified to less than half, and has no wide characters, which halves its transfer time.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8').replace(
  /[^\0-\x7f]/g,
  (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

const allRules: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

type Violations = [rule: string, targets: string[]][]

type Search = { within?: string; except?: string[]; runOnly?: RunOptions['runOnly'] }

/** Parts that every page of the site or desk shares. */
export const frame = ['.TopNav', '.Footer', '.DeskRail', '.DeskBar', '.DeskMenu']

/**
 * Loads axe into the page once, and returns only violations, because all results are more than a megabyte.
 * @param within a selector, like those in `except`
 * @returns the rules of axe that a page breaks, and where
 */
export async function violationsIn(
  page: Page,
  { within = 'html', except = [], runOnly = allRules }: Search = {},
): Promise<Violations> {
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page)
  // Frames have other origins, and axe would wait for their answers.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false }
  return page.evaluate(
    async ({ include, exclude, options }) => {
      const { violations } = await (window as unknown as { axe: { run: typeof run } }).axe.run(
        { include, exclude },
        options,
      )
      return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
    },
    { include: [within], exclude: except, options },
  )
}

/** `page.evaluate` takes five times as long for a text of this length. */
async function addAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: source })
  await devtools.detach()
}

const colourRules: RunOptions['runOnly'] = ['color-contrast', 'link-in-text-block']

/** The rules that a change of the colour scheme can affect. */
export function violationsInColours(page: Page, search: Omit<Search, 'runOnly'> = {}) {
  return violationsIn(page, { ...search, runOnly: colourRules })
}

const otherSchemes = {
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

/** Leaves the page in the light scheme. Forced colours hide more than axe looks for. */
export async function violationsInOtherSchemes(page: Page, search: Omit<Search, 'runOnly'> = {}) {
  const found: Record<string, Violations> = {}
  for (const [name, media] of Object.entries(otherSchemes)) {
    await page.emulateMedia(media)
    const violations = await violationsInColours(page, search)
    if (violations.length > 0) found[name] = violations
    if (media.forcedColors === 'active') {
      const hidden = await page.evaluate(hiddenByForcedColours)
      if (hidden.length > 0) found[name] = [...violations, ['hidden', hidden]]
    }
  }
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none', media: 'print' })
  const pale = await page.evaluate(paleOnPaper)
  if (pale.length > 0) found.print = [['pale', pale]]
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
  return found
}

/** Runs in the page: finds printed text that is light, as on glass. */
export function paleOnPaper(): string[] {
  return [...document.querySelectorAll('main *')]
    .filter((element) => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? []
      return element.checkVisibility() && !element.closest('.Fig') && red + green + blue > 3 * 128
    })
    .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`)
}

/**
 * Runs in the page: finds text in the colour of the plate that browsers put behind it, and boxes that are ticked in the
 * colour of the ground.
 */
export function hiddenByForcedColours(): string[] {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'Canvas'
  const ground = getComputedStyle(probe).color
  probe.remove()
  const isHidden = (element: Element) => {
    const { color, accentColor, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
      forcedColorAdjust: string
    }
    const hasText = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim(),
    )
    return (hasText && forcedColorAdjust !== 'none' && color === ground) || accentColor === ground
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && isHidden(element))
    .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`)
}
