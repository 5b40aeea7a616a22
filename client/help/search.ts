import { type ContentFetch, createContentQuery } from '#shared/content/content-query-builder.ts'
import type { Channel } from '#shared/releases/releases.ts'
import { type Offerable, standingOf } from '#shared/releases/standing.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { hasStatus } from '../content/documents.ts'

/** `note` is the kind of page. News and releases have a date. */
export type Found = { path: string; title: string; note: string; date?: string }

const foundMax = 20

/** Lists help before news and releases, each by relevance. Too many words find nothing. */
export async function searchSite(content: ContentFetch, typed: string): Promise<Found[]> {
  const hits = await search(content, typed, '^/(help|news|releases)/')
  const isHelp = ({ path }: Hit) => path.startsWith(routes.helpArticle(''))
  return [...hits.filter(isHelp), ...hits.filter((hit) => !isHelp(hit))].filter(isOut).map(toFound)
}

/** What's new has no betas. */
function isOut(hit: Hit): boolean {
  return !hit.version || standingOf(hit as Offerable, {}) !== 'otherChannel'
}

/** Finds articles for a longer text, such as a message. */
export async function searchHelp(content: ContentFetch, typed: string): Promise<Found[]> {
  const hits = await search(content, typed, '^/help/')
  return hits.map(toFound)
}

/** At most twelve words without common ones, or all words if only common ones are left. */
export function tellingWords(typed: string): string {
  const words = typed.split(/\s+/).filter(Boolean)
  const telling = words.filter((word) => !common.has(word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')))
  return (telling.length > 0 ? telling : words).slice(0, 12).join(' ').slice(0, 200)
}

const common = new Set(
  (
    'a am an and any are at be but by can cant could did do does dont for from get has have how i if in is isnt it ' +
    'its just me my no not of on or our please should so some than that the their them then there these they this to ' +
    'want was we what when where which who why will with without would you your'
  ).split(' '),
)

type Hit = {
  path: string
  title?: string
  task?: string
  date?: string
  version?: string
  channel?: Channel
}

/** Requires all words in any field; else any word in the tags, else any in the text. */
async function search(content: ContentFetch, typed: string, path: string): Promise<Hit[]> {
  const words = tellingWords(typed)
  if (words === '') return []
  const query = () =>
    createContentQuery(content)('', { deep: true })
      .only(['path', 'title', 'task', 'date', 'version', 'channel'])
      .where({ path: { $regex: path } })
      .limit(foundMax)
  try {
    const all = await query().search(words).fetch<Hit[]>()
    if (all.length > 0) return all
    const [tagged, mentioned] = await Promise.all([
      query().search('tags', words).fetch<Hit[]>(),
      query().search('text', words).fetch<Hit[]>(),
    ])
    const paths = new Set(tagged.map((hit) => hit.path))
    return [...tagged, ...mentioned.filter((hit) => !paths.has(hit.path))].slice(0, foundMax)
  } catch (error) {
    if (hasStatus(error, 400)) return []
    throw error
  }
}

function toFound({ path, title = '', task, date, version }: Hit): Found {
  if (version) {
    const place = `${routes.whatsNew}#${releaseAnchor(version)}`
    return { path: place, title: `Version ${version}`, note: 'Released', ...(date && { date }) }
  }
  if (task) return { path, title, note: `Help: ${task}` }
  return { path, title, note: 'News,', ...(date && { date }) }
}
