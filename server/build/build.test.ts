import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardAddress } from '#shared/pages/card.ts'
import { feedRoutes, routes } from '#shared/routes/routes.ts'
import { root } from '../runtime/root.ts'
import { createTestApp, type TestApp } from '../testing/support/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.ctx.close())

const pages = Object.values(routes).filter((route) => typeof route === 'string')

describe('the picture of a page for other sites', () => {
  test.each([...pages, routes.article('where-to-put-the-reading-line')])('%s has its own', async (path) => {
    const { text } = await request(site.app).get(path)
    const address = new URL(/property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '').pathname
    const picture = await request(site.app).get(address)
    expect(picture.type).toBe('image/png')
    expect(imageSize(picture.body)).toMatchObject({ type: 'png', width: 1200, height: 630 })
    expect(text).toMatch(/property="og:image:width" content="1200".*property="og:image:height" content="630"/)
    expect(text).toMatch(/property="og:image:alt" content="[^"]+"/)
  })

  test('is the list’s on each of its pages, and on a search', async () => {
    const [list, ...others] = await Promise.all(
      [routes.news, `${routes.news}?page=2`, `${routes.news}?q=reading`].map(async (path) => {
        const { status, text } = await request(site.app).get(path)
        expect(status, path).toBe(200)
        return /property="og:image" content="([^"]+)"/.exec(text)?.[1]
      }),
    )
    expect(others).toEqual([list, list])
  })

  test('is the general one for words that no picture was made of', async () => {
    const address = cardAddress({ product: 'Another', title: 'A new title', description: 'As of today' })
    const picture = await request(site.app).get(address)
    expect([picture.status, picture.type]).toEqual([200, 'image/jpeg'])
    expect(imageSize(picture.body)).toMatchObject({ width: 1200, height: 630 })
  })
})

describe('icons', () => {
  test('/favicon.ico is a 32-pixel icon', async () => {
    const { status, body } = await request(site.app).get('/favicon.ico').responseType('blob')
    expect(status).toBe(200)
    expect(imageSize(body)).toMatchObject({ type: 'ico', width: 32, height: 32 })
  })

  test('every icon that a page or the web manifest names is there, in its size', async () => {
    const manifest = JSON.parse((await request(site.app).get(feedRoutes.manifest)).text)
    const icons: { src: string; sizes: string }[] = [
      ...manifest.icons,
      { src: '/icons/apple-touch-icon.png', sizes: '180x180' },
    ]
    for (const { src, sizes } of icons) {
      const { status, body } = await request(site.app).get(src)
      expect(status, src).toBe(200)
      if (sizes === 'any') continue
      const { width, height } = imageSize(body)
      expect(`${width}x${height}`, src).toBe(sizes)
    }
    const purposes = manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)
    expect(purposes.filter((purpose: string) => purpose === 'maskable')).toHaveLength(2)
  })
})

test('V8 compiles each script of the pages before it runs', () => {
  const files = readdirSync(join(root, 'dist/client/assets')).filter((file) => file.endsWith('.js'))
  const first = files.map(
    (file) => readFileSync(join(root, 'dist/client/assets', file), 'utf8').split('\n', 1)[0],
  )
  expect(new Set(first)).toEqual(new Set(['//# allFunctionsCalledOnLoad']))
})

test('the build’s manifest is not served', async () => {
  expect(readFileSync(join(root, 'dist/client/.vite/manifest.json')).length).toBeGreaterThan(0)
  expect((await request(site.app).get('/.vite/manifest.json')).status).toBe(404)
})
