import { expect, test } from 'vitest'
import type { TreeNode } from '#shared/content/content-tree.ts'
import { parseMarkdown } from '../markdown/parse-markdown.ts'
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

const hostile = `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">
<link rel="stylesheet" href="https://evil.example/x.css">

<script>alert(1)</script><style>p { display: none }</style><svg onload="alert(1)"><a href="javascript:alert(1)">x</a></svg>

<iframe src="https://evil.example/"></iframe><form action="https://evil.example/"><input name="q"><button>x</button></form>

<p onclick="alert(1)" style="position:fixed"><a href=" java&#10;script:alert(1)">one</a> <img src="data:text/html,x" onerror="alert(1)" alt="two"></p>

<info-box>three</info-box>

- [x] four

[five](/pricing) [six](other#part) [seven](//cdn.example/x) [eight](#eight) [nine](http://[)

## Ten
`

test('a feed’s content is cleaned as on the page, and its addresses are absolute', () => {
  const html = toHtml(parseMarkdown(hostile), 'https://a.example/news/post')
  expect(html).not.toMatch(
    /evil\.example|script|alert|<(base|meta|link|style|svg|iframe|form|button|info-box)|style=|data:/,
  )
  for (const kept of [
    '<p><a>one</a> <img alt="two"></p>',
    'three',
    '<input checked disabled type="checkbox"> four',
    '<a href="https://a.example/pricing">five</a>',
    '<a href="https://a.example/news/other#part">six</a>',
    '>seven</a>',
    '<a href="https://a.example/news/post#eight">eight</a>',
    '>nine</a>',
    '<h2 id="ten">Ten</h2>',
  ])
    expect(html).toContain(kept)
})

test('no script or handler of the tree reaches a feed', () => {
  const text: TreeNode = { type: 'text', value: '<b>' }
  const link: TreeNode = { type: 'element', tag: 'nuxt-link', props: { to: '/x' }, children: [text] }
  const script: TreeNode = { type: 'element', tag: 'script', props: {}, children: [text] }
  const props = { onClick: 'alert(1)', className: ['a'] }
  const paragraph: TreeNode = { type: 'element', tag: 'p', props, children: [script, link] }
  expect(toHtml({ type: 'root', children: [paragraph] }, 'https://a.example/news/post')).toBe(
    '<p class="a"><a href="https://a.example/x">&#x3C;b></a></p>',
  )
})
