import type { Finding } from '#shared/desk/overview-answers.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Config } from '../../config.ts'
import { findPlaceholdersInSale, howToOpen, sayClosed } from '../../shop/checkout/closed.ts'

/** Finds a checkout that is closed, or open only for testing. */
export function findInShop(config: Config, site: Pick<Site, 'company' | 'bankAccount'>): Finding[] {
  const names = findPlaceholdersInSale(config, site)
  if (names.length === 0) return []
  if (!config.allowPlaceholders)
    return [{ grade: 'stops', where: 'shop', found: sayClosed(names), todo: howToOpen }]
  const found = `a trial, which sells with placeholders or test keys: ${names.join(', ')}`
  const todo =
    'Before real sales set your own in site.yml and the environment, and take ALLOW_PLACEHOLDERS away.'
  return [{ grade: 'hurts', where: 'shop', found, todo }]
}
