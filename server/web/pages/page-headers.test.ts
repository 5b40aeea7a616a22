import { expect, test } from 'vitest'
import { pageHeaders } from './page-headers.ts'

const assets = {
  scripts: ['/a.js'],
  styles: ['/a.css'],
  inlineStyle: null,
  lateStyles: [],
  pageFiles: null,
  fonts: ['/a.woff2'],
  modules: ['/b.js'],
}
const security = new Map([['Content-Security-Policy', "default-src 'none'"]])
const headersOf = (status: number, policy: Parameters<typeof pageHeaders>[1]) =>
  Object.fromEntries(pageHeaders({ status, assets }, policy, security))

test('holds the security headers, the type, and what the page needs first', () => {
  expect(headersOf(200, 'shared')).toEqual({
    'Content-Security-Policy': "default-src 'none'",
    Vary: 'Accept-Encoding',
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    Link: '</a.css>; rel=preload; as=style, </a.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
  })
})

test('allows the styles within the page, and then preloads no sheet', () => {
  const inlineStyle = { css: 'p{top:0}', hash: "'sha256-abc='" }
  const policy = new Map([['Content-Security-Policy', "style-src 'self';img-src 'self'"]])
  const headers = pageHeaders({ status: 200, assets: { ...assets, inlineStyle } }, 'shared', policy)
  expect(headers.get('Content-Security-Policy')).toBe("style-src 'self' 'sha256-abc=';img-src 'self'")
  expect(headers.get('Link')).not.toContain('as=style')
})

test.each([
  [200, 'unstored', 'no-cache'],
  [200, 'personal', 'private, no-store'],
  [404, 'personal', 'private, no-store'],
  [404, 'shared', 'no-store'],
  [500, 'unstored', 'no-store'],
] as const)('a %i of a page that is %s is told to caches as %s', (status, policy, expected) => {
  expect(headersOf(status, policy)['Cache-Control']).toBe(expected)
})

test('a page that isn’t available now says when to ask again', () => {
  expect(headersOf(503, 'shared')['Retry-After']).toBe('5')
})
