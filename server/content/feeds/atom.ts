import { x } from 'xastscript'
import { writeXml } from '../../web/http/write-xml.ts'
import type { Feed } from './feed.ts'

/** RFC 4287. */
export function atom({ title, description, siteUrl, homePath, feedPath, author, items }: Feed): string {
  return writeXml(
    x('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-AU' }, [
      x('id', siteUrl + homePath),
      x('title', title),
      x('subtitle', description),
      x('updated', latest(items.map(({ updated }) => updated))),
      x('link', { rel: 'self', type: 'application/atom+xml', href: siteUrl + feedPath }),
      x('link', { rel: 'alternate', type: 'text/html', href: siteUrl + homePath }),
      x('author', [x('name', author)]),
      ...items.map((item) =>
        x('entry', [
          x('id', siteUrl + item.path),
          x('title', item.title),
          x('link', { rel: 'alternate', type: 'text/html', href: siteUrl + item.path }),
          x('published', item.date),
          x('updated', item.updated),
          x('summary', item.description),
          x('content', { type: 'html' }, item.html),
          ...item.tags.map((term) => x('category', { term })),
        ]),
      ),
    ]),
  )
}

/** Atom requires `updated` even in a feed without entries. */
function latest(times: string[]): string {
  return times.toSorted().at(-1) ?? '1970-01-01T00:00:00.000Z'
}
