import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#shared/routes.ts'
import { root } from '../root.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const assets = join(root, 'dist/client/assets')

let site: TestApp
let home: string
beforeAll(async () => {
  site = await createTestApp()
  home = (await request(site.app).get(routes.home)).text
})
afterAll(() => site.ctx.close())

test('the home page needs at most 106.3 KB of JavaScript before interaction, and asks for all of it at once', () => {
  const [entry = ''] = addresses(home, /<script type="module"[^>]* src="([^"]+)"/g)
  const [application = ''] = addresses(home, /data-application="([^"]+)"/g)
  const asked = [entry, ...application.split(' ')]
  const needed = withStaticImports(asked)
  expect(needed.toSorted()).toEqual(asked.toSorted())
  expect(sum(needed.map(brotliSize))).toBeLessThanOrEqual(106_300)
  expect(brotliSize(entry)).toBeLessThan(1_000)
})

test('the fonts of the home page weigh at most 60 KB', () => {
  const upright = readdirSync(assets).filter((file) => /latin-wght-normal.*\.woff2$/.test(file))
  expect(upright).toHaveLength(2)
  expect(sum(upright.map((file) => readFileSync(join(assets, file)).length))).toBeLessThanOrEqual(60_000)
})

test('the hero is at most 30 KB of AVIF at 1600 pixels, and offered in several widths', () => {
  const [sources = ''] = addresses(home, /<source type="image\/avif" srcSet="([^"]+)"/gi)
  const widths = Object.fromEntries(sources.split(', ').map((source) => source.split(' ').reverse()))
  expect(Object.keys(widths)).toEqual(['960w', '1600w', '2400w'])
  expect(readFileSync(fileOf(widths['1600w'])).length).toBeLessThanOrEqual(30_000)
})

test('styles are one file of at most 15.4 KB', () => {
  const styles = addresses(home, /rel="stylesheet" href="([^"]+)"/g)
  expect(styles).toHaveLength(1)
  expect(sum(styles.map(brotliSize))).toBeLessThanOrEqual(15_400)
})

function addresses(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, address = '']) => address)
}

/** Adds everything that the files import statically. */
function withStaticImports(files: string[]): string[] {
  const found = new Set<string>()
  const collect = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const source = readFileSync(fileOf(file), 'utf8')
    for (const [, name] of source.matchAll(/\b(?:from|import)\s*[`"']\.\/([^`"']+)[`"']/g))
      collect(`/assets/${name}`)
  }
  files.forEach(collect)
  return [...found]
}

function brotliSize(address: string): number {
  return brotliCompressSync(readFileSync(fileOf(address))).length
}

function fileOf(address: string | undefined): string {
  return join(root, 'dist/client', String(address))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
