import { z } from 'zod'
import { exactObject } from '../http/exact-object.ts'
import { platformSchema, releaseSchema } from '../releases/releases.ts'

const text = z.string().trim().min(1, 'must say something')
const texts = z.array(text)
const address = z.string().regex(/^\/[\w./-]+$/, 'a path such as /images/operator.jpg')
const size = { width: z.int().positive(), height: z.int().positive() }

const image = exactObject({ image: address, alt: text, ...size })

const slot = z
  .union([
    image,
    /** `captions` is WebVTT. A silent film's captions say that it is silent. */
    exactObject({ video: address, poster: address, captions: address, alt: text, ...size }),
  ])
  .nullable()

const section = exactObject({ title: text, text, picture: slot })

const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'a date reads 2026-11-14')

export const homePageSchema = exactObject({
  readThrough: texts,
  prompter: exactObject({ title: text, lead: text, script: text }),
  setUps: exactObject({ title: text, text, screen: image, studio: image, phone: image }),
  windows: section,
  remote: section,
  timer: section,
  glass: exactObject({ title: text, text: texts }),
  closer: exactObject({ past: text, title: text, next: text }),
})

export const pricingPageSchema = exactObject({
  lead: text,
  note: text,
  included: exactObject({ title: text, items: texts }),
  questions: exactObject({ title: text, items: z.array(exactObject({ question: text, answer: text })) }),
})

export const downloadsPageSchema = exactObject({
  lead: text,
  systems: z.record(
    platformSchema,
    exactObject({
      name: text,
      requires: texts,
      processorHint: text.optional(),
      /** Says who signed the files; omitted for unsigned files. */
      signed: text.optional(),
      install: texts,
      remove: texts,
    }),
  ),
  picture: slot,
  trial: text,
  verify: exactObject({ title: text, lead: text, commands: z.record(platformSchema, text) }),
})

export const articleSchema = exactObject({
  title: text,
  description: text,
  date,
  updated: date.optional(),
  tags: z.array(text).optional(),
  draft: z.boolean().optional(),
})

export const helpArticleSchema = exactObject({
  title: text,
  description: text,
  task: text,
  position: z.number(),
  updated: date,
  tags: z.array(text).optional(),
  draft: z.boolean().optional(),
})

/** `content/search.yml`: synonyms that people search for, and pages without an article. */
export const searchWordsSchema = exactObject({
  same: z.array(texts.min(2, 'two words or more that mean the same')),
  pages: z.array(exactObject({ path: address, title: text, text, words: texts })),
})

export const legalPageSchema = exactObject({ title: text, description: text, updated: date })

export const releaseDocumentSchema = exactObject({ ...releaseSchema.shape, date })

export type HomePage = z.infer<typeof homePageSchema>
export type PricingPage = z.infer<typeof pricingPageSchema>
export type DownloadsPage = z.infer<typeof downloadsPageSchema>
export type Article = z.infer<typeof articleSchema>
export type HelpArticle = z.infer<typeof helpArticleSchema>
export type SearchWords = z.infer<typeof searchWordsSchema>
export type Slot = z.infer<typeof slot>
export type LegalPage = z.infer<typeof legalPageSchema>
