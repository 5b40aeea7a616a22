import type { AppContext } from '../context.ts'

type Sources = Pick<AppContext, 'ssr' | 'library' | 'calendar'>

/**
 * What all pages are made from, as one text: build, content, prices and the day. While nothing changes it is the very
 * same string, so that comparing it costs nothing.
 */
export function createRevision({ ssr, library, calendar }: Sources): () => string {
  let content = ''
  let prices = ''
  let day = ''
  let revision = ''
  return () => {
    const { site, pricing } = library.typed
    const today = calendar(site.company.timeZone).day
    const contentNow = library.store.revision
    if (contentNow !== content || pricing.version !== prices || today !== day) {
      content = contentNow
      prices = pricing.version
      day = today
      revision = [ssr.revision, content, prices, day].join()
    }
    return revision
  }
}
