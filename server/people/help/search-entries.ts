import type { DownloadsPage, PricingPage, SearchWords } from '#shared/content/content-pages.ts'
import { helpRoutes } from '#shared/help/help-routes.ts'
import { type Offerable, standingOf } from '#shared/releases/offered-to.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Fields } from '../../content/documents/document.ts'
import { searchWordsIn } from '../../content/page-files.ts'

/** A search result: a page, or a question on one. */
export type Entry = {
  path: string
  title: string
  note: string
  date?: string
  description: string
  tags: readonly string[]
  /** Lines of plain text, one of which becomes the excerpt. */
  lines: readonly string[]
  /** Factor for the score. News and releases are about the past, so they count less. */
  worth: number
}

const [oldNews, oldRelease] = [0.5, 0.4]

/** Lists all text for visitors, except what differs between visitors. */
export function listEntries(documents: readonly Fields[]): Entry[] {
  return [
    ...(searchWordsIn(documents)?.pages ?? []).map(toPage),
    ...documents.flatMap((document) => entriesOf(document)),
  ]
}

function toPage({ path, title, text, words }: SearchWords['pages'][number]): Entry {
  return { path, title, note: 'Page', description: text, tags: words, lines: [text], worth: 1 }
}

function entriesOf(document: Fields): Entry[] {
  const path = String(document.path)
  if (path === '/pages/pricing') return pricingEntries(document as unknown as PricingPage)
  if (path === '/pages/downloads') return [downloadsEntry(document as unknown as DownloadsPage)]
  if (path.startsWith('/releases/')) return releaseEntries(document)
  const isHelp = path.startsWith(routes.helpArticle(''))
  if (!isHelp && !path.startsWith(routes.article(''))) return []
  const [headings = [], lines = []] = linesOf(textOf(document.text))
  return [
    {
      path,
      title: textOf(document.title),
      note: isHelp ? `Help: ${textOf(document.task)}` : 'News,',
      ...(!isHelp && { date: textOf(document.date) }),
      description: textOf(document.description),
      tags: [...listOf(document.tags), ...headings],
      lines,
      worth: isHelp ? 1 : oldNews,
    },
  ]
}

function pricingEntries({ lead, note, included, questions }: PricingPage): Entry[] {
  const common = { note: 'Pricing', tags: [], worth: 1 }
  return [
    {
      ...common,
      path: routes.pricing,
      title: 'Pricing',
      tags: ['price', 'cost', 'plans'],
      description: `${lead} ${note}`,
      lines: included.items,
    },
    ...questions.items.map(({ question, answer }, place) => ({
      ...common,
      path: helpRoutes.pricingQuestion(place),
      title: question,
      description: '',
      lines: [answer],
    })),
  ]
}

function downloadsEntry({ lead, trial, systems, verify }: DownloadsPage): Entry {
  const lines = Object.values(systems).flatMap(({ name, requires, install, remove }) => [
    `${name}: ${requires.join('. ')}.`,
    ...[...install, ...remove].map((step) => `${name}: ${step}`),
  ])
  const names = Object.values(systems).map(({ name }) => name)
  return {
    path: routes.downloads,
    title: `Downloads for ${names.join(', ')}`,
    note: 'Downloads',
    description: lead,
    tags: ['download', 'downloads', 'system requirements', 'operating system', 'version'],
    lines: [...lines, trial, verify.lead],
    worth: 1,
  }
}

/** Omits betas, which the page of releases omits too. */
function releaseEntries(document: Fields): Entry[] {
  if (standingOf(document as unknown as Offerable, {}) === 'otherChannel') return []
  const version = textOf(document.version)
  return [
    {
      path: `${routes.whatsNew}#${releaseAnchor(version)}`,
      title: `Version ${version}`,
      note: 'Released',
      date: textOf(document.date),
      description: textOf(document.summary),
      tags: [],
      lines: textsIn(document.notes),
      worth: oldRelease,
    },
  ]
}

/** @returns the headings, and the other lines (paragraphs, items, table rows), without Markdown's marks */
function linesOf(markdown: string): string[][] {
  const lines = markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !['<!--', '| ---', '!['].some((mark) => line.startsWith(mark)))
  const isHeading = (line: string) => line.startsWith('#')
  return [lines.filter(isHeading), lines.filter((line) => !isHeading(line))].map((some) =>
    some.map(plainLine),
  )
}

function plainLine(line: string): string {
  const text = line
    .replace(/^(?:#+|[-*>]|\d+\.) /, '')
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`]/g, '')
  return text.startsWith('|') ? cellsOf(text).join(': ') : text
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : []
}
