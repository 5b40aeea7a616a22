import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** @returns the rules of axe that a page breaks, and where; of all of `axeTags` unless told otherwise */
export async function violationsIn(
  page: Page,
  choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe.withTags(axeTags),
): Promise<unknown[]> {
  // Otherwise axe opens a blank page for what frames of other origins report, and no page of ours has such a frame.
  const { violations } = await choose(new AxeBuilder({ page })).setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
}

/** Colour schemes change nothing else. */
export function violationsInColours(page: Page): Promise<unknown[]> {
  return violationsIn(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
}
