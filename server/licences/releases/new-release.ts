import { Document, isScalar, visit } from 'yaml'
import type { Day } from '#shared/calendar/calendar.ts'
import { type Channel, type Release, stockSchema } from '#shared/releases/releases.ts'
import { isPrerelease } from '#shared/releases/versions.ts'

export type Details = {
  summary?: string | undefined
  date: Day
  channel?: Channel | undefined
  rollout?: number | undefined
}

/** Leaves placeholders, which `doctor` reports, where only people know the text. */
export function newRelease(
  version: string,
  { summary, date, rollout, channel = isPrerelease(version) ? 'beta' : 'stable' }: Details,
  others: readonly Release[],
): Document {
  const document = new Document({
    version,
    date,
    ...(channel === 'beta' && { channel }),
    ...(rollout !== undefined && { rollout }),
    stock: nextStock(others),
    summary: summary ?? `Version ${version}.`,
    notes: {},
    files: [],
  })
  if (!summary) {
    visit(document, {
      Pair(_index, { key }) {
        if (!isScalar(key) || key.value !== 'summary') return
        key.commentBefore = ' Placeholder: a sentence on what this version brings, with its notes below.'
      },
    })
  }
  return document
}

/** Picks the colour that was used longest ago. @param others newest first */
function nextStock(others: readonly Release[]): Release['stock'] {
  const age = (stock: Release['stock']) => {
    const index = others.findIndex((release) => release.stock === stock)
    return index === -1 ? others.length : index
  }
  return stockSchema.options.reduce((oldest, stock) => (age(stock) > age(oldest) ? stock : oldest))
}
