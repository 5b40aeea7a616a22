import { z } from 'zod'
import { exactObject } from './exact-object.ts'
import { platformSchema, releaseSchema } from './releases.ts'

const text = z.string().trim().min(1, 'must say something')
const texts = z.array(text)
/** A file of `public/`. */
const address = z.string().regex(/^\/[\w./-]+$/, 'a path such as /images/operator.jpg')
const size = { width: z.int().positive(), height: z.int().positive() }

/** A picture or a film of the real program. Null shows our drawing, where there is one. */
const slot = z
  .union([
    exactObject({ image: address, alt: text, ...size }),
    /** `captions` is WebVTT; a film without sound has captions that say so. */
    exactObject({ video: address, poster: address, captions: address, alt: text, ...size }),
  ])
  .nullable()

const section = exactObject({ title: text, text, picture: slot })

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
    exactObject({
      name: text,
      requires: texts,
      processorHint: text.optional(),
      install: texts,
      remove: texts,
    }),
  ),
  picture: slot,
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

/** The front matter of `content/help/**\/*.md`. */
export const helpArticleSchema = exactObject({
  title: text,
  description: text,
  /** The heading that lists it on the start page. */
  task: text,
  /** Orders articles and, by their first one, tasks. */
  position: z.number(),
  updated: date,
  /** Words that people search for and the text doesn't say. */
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
export type HelpArticle = z.infer<typeof helpArticleSchema>
export type Slot = z.infer<typeof slot>
export type LegalPage = z.infer<typeof legalPageSchema>
