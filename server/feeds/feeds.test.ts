import { expect, test } from 'vitest'
import { atom } from './atom.ts'
import { sitemap } from './sitemap.ts'
import { toHtml } from './to-html.ts'

test('XML escapes whatever a title holds', () => {
  const item = {
    path: '/news/a',
    title: 'Tom & "Jerry" <script>',
    description: ']]>',
    date: '2026-01-01T00:00:00.000Z',
    updated: '2026-01-01T00:00:00.000Z',
    tags: ['a&b'],
    html: '<p>x</p>',
  }
  const xml = atom({
    title: 'News',
    description: '',
    siteUrl: 'https://a.example',
    homePath: '/news',
    feedPath: '/news/feed.xml',
    author: 'A',
    items: [item],
  })
  expect(xml).toContain('<title>Tom &#x26; "Jerry" &#x3C;script></title>')
  expect(xml).toContain('&#x3C;p>x&#x3C;/p>')
})

test('a sitemap entry without a known change has no lastmod', () => {
  expect(sitemap('https://a.example', [{ path: '/x' }])).toBe(
    '<?xml version="1.0" encoding="utf-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/x</loc></url></urlset>',
  )
})

test('a tree for reading elsewhere loses scripts and handlers', () => {
  const html = toHtml(
    {
      type: 'root',
      children: [
        { type: 'element', tag: 'script', props: {}, children: [{ type: 'text', value: 'alert(1)' }] },
        {
          type: 'element',
          tag: 'p',
          props: { onClick: 'alert(1)', className: ['a'] },
          children: [
            {
              type: 'element',
              tag: 'nuxt-link',
              props: { to: '/x' },
              children: [{ type: 'text', value: '<b>' }],
            },
          ],
        },
      ],
    },
    'https://a.example',
  )
  expect(html).toBe('<p class="a"><a href="https://a.example/x">&#x3C;b></a></p>')
})
