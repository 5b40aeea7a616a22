import type { Feed } from './feed.ts'

/** JSON Feed 1.1. */
export function jsonFeed({ title, description, siteUrl, homePath, feedPath, author, items }: Feed) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: siteUrl + homePath,
    feed_url: siteUrl + feedPath,
    language: 'en-AU',
    authors: [{ name: author }],
    items: items.map((item) => ({
      id: siteUrl + item.path,
      url: siteUrl + item.path,
      title: item.title,
      summary: item.description,
      content_html: item.html,
      date_published: item.date,
      date_modified: item.updated,
      tags: item.tags,
    })),
  }
}
