import type { RequestHandler } from 'express'
import { decode } from '#shared/pages/own-pages.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Library } from '../../content/library.ts'
import { searchWordsIn } from '../../content/page-files.ts'
import { isRead } from '../http/is-read.ts'

/**
 * Redirects a mistyped address to the page that people mean. They type capitals, or signs that a mail program
 * left at the end. Or they try a word of `content/search.yml` or a help article's tag, such as /faq or
 * /refund.
 */
export function meantPath({ library }: { library: Pick<Library, 'store'> }): RequestHandler {
  const meantBy = createLookUp(library)
  return (req, res, next) => {
    if (!isRead(req) || pages.has(req.path)) return next()
    const meant = meantBy(req.path)
    if (meant === null) return next()
    const [, query = ''] = /(\?.*)$/s.exec(req.originalUrl) ?? []
    // Words may change with the content, and a query may carry a token.
    res.set('Cache-Control', 'no-store').redirect(302, meant + query)
  }
}

const pages = new Set<string>(Object.values(routes).filter((route) => typeof route === 'string'))

type Known = { revision: string; documents: Set<string>; words: Map<string, string> }

/** @returns the page's path; null if the path is right or can't be guessed */
function createLookUp({ store }: Pick<Library, 'store'>): (path: string) => string | null {
  let known: Known | undefined
  return (path) => {
    if (known?.revision !== store.revision) known = readKnown(store)
    const { documents, words } = known
    if (documents.has(path)) return null
    const tidy = tidyPath(path)
    if (tidy !== path && (pages.has(tidy) || documents.has(tidy))) return tidy
    return words.get(tidy.slice(1).replace(/[-_+ ]+/g, ' ')) ?? null
  }
}

function readKnown(store: Library['store']): Known {
  const documents = store.documents()
  const articles = documents.filter(({ path }) => String(path).startsWith(routes.helpArticle('')))
  const called = [
    ...(searchWordsIn(documents)?.pages ?? []),
    ...articles.map(({ path, tags }) => ({ path: String(path), words: Array.isArray(tags) ? tags : [] })),
  ]
  const words = new Map<string, string>()
  for (const each of called) {
    for (const word of each.words.map((text) => String(text).toLowerCase())) {
      // The first page with the word is meant.
      if (!words.has(word)) words.set(word, each.path)
    }
  }
  return { revision: store.revision, documents: new Set(documents.map(({ path }) => String(path))), words }
}

/** `/Shop),` becomes `/shop`. */
export function tidyPath(path: string): string {
  return decode(path)
    .toLowerCase()
    .replace(/[\s).,;:!?'"“”’»>\]*_]{1,9}$/u, '')
}
