import { renameSync } from 'node:fs'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { copyContent } from '../support/fixture-content.ts'
import { createTestApp } from '../support/test-app.ts'

test('a folder of content that can’t be read stops the start, by its name', async () => {
  const dir = copyContent()
  renameSync(`${dir}/news`, `${dir}/moved`)
  renameSync(dir, `${dir}-away`)
  await expect(createTestApp({ CONTENT_DIR: dir })).rejects.toThrow(dir)
})

test('one that goes away while the site runs is missed by nobody: every page is made from what was read', async () => {
  const dir = copyContent()
  const { app, ctx } = await createTestApp(
    { CONTENT_DIR: dir },
    { change: (ctx) => ({ ...ctx, ssr: { ...ctx.ssr, storablePages: [] } }) },
  )
  const before = await supertest(app).get('/_content/news?only=slug').expect(200)
  const slug = before.body[0].slug
  renameSync(dir, `${dir}-away`)
  for (const path of [
    '/',
    '/pricing',
    '/news',
    `/news/${slug}`,
    '/legal/terms',
    '/api/pricing',
    '/sitemap.xml',
  ])
    await supertest(app).get(path).expect(200)
  const after = await supertest(app).get('/_content/news?only=slug').expect(200)
  expect(after.body).toEqual(before.body)
  await ctx.close()
})
