import { z } from 'zod'
import { exactObject } from './exact-object.ts'
import { platformSchema, releaseSchema } from './releases.ts'

const text = z.string().trim().min(1, 'must say something')
const texts = z.array(text)
const section = exactObject({ title: text, text })

/** ISO 8601, as documents give dates. */
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'a date reads 2026-11-14')

/** `content/pages/home.yml` */
export const homePageSchema = exactObject({
  readThrough: texts,
  prompter: exactObject({ title: text, lead: text, script: text }),
  windows: section,
  remote: section,
  timer: section,
  glass: exactObject({ title: text, text: texts }),
  closer: exactObject({ past: text, title: text, next: text }),
})

/** `content/pages/pricing.yml` */
export const pricingPageSchema = exactObject({
  lead: text,
  note: text,
  included: exactObject({ title: text, items: texts }),
  questions: exactObject({ title: text, items: z.array(exactObject({ question: text, answer: text })) }),
})

/** `content/pages/downloads.yml` */
export const downloadsPageSchema = exactObject({
  lead: text,
  systems: z.record(
    platformSchema,
    exactObject({ name: text, requires: text, processorHint: text.optional() }),
  ),
  trial: text,
  verify: exactObject({ title: text, lead: text, commands: z.record(platformSchema, text) }),
})

/** The front matter of `content/news/*.md`. */
export const articleSchema = exactObject({
  title: text,
  description: text,
  date,
  updated: date.optional(),
  tags: z.array(text).optional(),
  draft: z.boolean().optional(),
})

/** The front matter of `content/legal/*.md`. */
export const legalPageSchema = exactObject({ title: text, description: text, updated: date })

/** `content/releases/*.yml` as pages read it: the date of a document has a time. */
export const releaseDocumentSchema = exactObject({ ...releaseSchema.shape, date })

export type HomePage = z.infer<typeof homePageSchema>
export type PricingPage = z.infer<typeof pricingPageSchema>
export type DownloadsPage = z.infer<typeof downloadsPageSchema>
export type Article = z.infer<typeof articleSchema>
export type LegalPage = z.infer<typeof legalPageSchema>
