import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { TreeNode } from '#shared/content/content-tree.ts'
import { parseMarkdown } from '../markdown/parse-markdown.ts'
import { atom } from './atom.ts'
import { sitemap } from './sitemap.ts'
import { toHtml } from './to-html.ts'

const item = {
  path: '/news/a',
  title: 'Tom & "Jerry" <script>',
  description: ']]>',
  date: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-01T00:00:00.000Z',
  tags: ['a&b'],
  html: '<p>x</p>',
}
const feed = {
  title: 'News',
  description: '',
  siteUrl: 'https://a.example',
  homePath: '/news',
  feedPath: '/news/feed.xml',
  author: 'A',
}

test('XML escapes whatever a title holds', () => {
  const xml = atom({ ...feed, items: [item] })
  expect(xml).toContain('<title>Tom &#x26; "Jerry" &#x3C;script></title>')
  expect(xml).toContain('&#x3C;p>x&#x3C;/p>')
})

test('a feed is well-formed whatever an article holds, and keeps every character that XML has', () => {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code)
  // Lone surrogates are no characters: they are U+FFFD in UTF-8.
  const every = codes.filter((code) => code < 0xd800 || code > 0xdfff)
  const kept = every
    .filter(isHeld)
    .map((code) => String.fromCodePoint(code))
    .join('')
  const text = `${every.map((code) => String.fromCodePoint(code)).join('')} ]]\uFFFE> ]]\0> a[b[0]]>1`
  const read = readAtom(atom({ ...feed, items: [{ ...item, title: text, html: text, tags: [text] }] }))
  const plain = `${kept} ]]> ]]> a[b[0]]>1`
  expect(read.content === plain.replace('\r', '\n'), 'content').toBe(true)
  expect(read.term === plain.replace(/[\t\n\r]/g, ' '), 'category').toBe(true)
  expect(readAtom(atom({ ...feed, items: [{ ...item, html: 'lone \ud800 half' }] })).content).toBe(
    'lone \ufffd half',
  )
})

test('an article’s code and headings stay readable in a feed', () => {
  const html = toHtml(parseMarkdown('## 🎬\n\n## 🎬\n\nCompare `a[b[0]]>1`.'), 'https://a.example/news/post')
  expect(readAtom(atom({ ...feed, items: [{ ...item, html }] })).content).toBe(
    '<h2 id="section">🎬</h2>\n<h2 id="section-1">🎬</h2>\n<p>Compare <code>a[b[0]]>1</code>.</p>',
  )
})

/** XML 1.0's `Char`. */
function isHeld(code: number): boolean {
  return code === 9 || code === 10 || code === 13 || (code >= 32 && code !== 0xfffe && code !== 0xffff)
}

/** @throws for XML that is not well-formed */
function readAtom(xml: string): { content: string; term: string } {
  const read = { content: '', term: '' }
  let element = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    element = name
    if (name === 'category') read.term += attributes.term
  })
  parser.on('text', (text) => {
    if (element === 'content') read.content += text
  })
  parser.write(xml).close()
  return read
}

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
