import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TreeElement } from '#shared/content/content-tree.ts'
import { readImageCatalogue } from './image-catalogue.ts'
import { parseMarkdown } from './markdown/parse-markdown.ts'
import { sizeImages } from './markdown/size-images.ts'

test('images that differ in a width at the end of their names are one image in several widths', async () => {
  const images = readImageCatalogue('public')
  const srcSet = '/images/prompter-960.jpg 960w, /images/prompter-1600.jpg 1600w'
  expect(images.find('/images/prompter-1600.jpg')).toEqual({ width: 1600, height: 900, srcSet })
  expect(images.find('/images/prompter-960.jpg')).toEqual({ width: 960, height: 540, srcSet })
  expect(images.find('/images/none.jpg')).toBeUndefined()
})

test('an image of one width has no set, and another image is another revision', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'images-'))
  const empty = readImageCatalogue(dir)
  mkdirSync(join(dir, 'images'))
  copyFileSync('public/images/prompter-960.jpg', join(dir, 'images/rig.jpg'))
  const images = readImageCatalogue(dir)
  expect(images.find('/images/rig.jpg')).toEqual({ width: 960, height: 540 })
  expect(images.revision).not.toBe(empty.revision)
})

test('an image that is none, or was cut off, is named', () => {
  const dir = mkdtempSync(join(tmpdir(), 'images-'))
  mkdirSync(join(dir, 'images'))
  for (const bytes of ['', 'no image', '\x89PNG\r\n\x1a\n']) {
    writeFileSync(join(dir, 'images/rig.png'), bytes, 'latin1')
    expect(() => readImageCatalogue(dir)).toThrow(`${dir}/images/rig.png:1: is no whole image`)
  }
})

test('a document’s own images get their sizes, and foreign ones stay unchanged', async () => {
  const images = readImageCatalogue('public')
  const tree = sizeImages(
    parseMarkdown('![A](/images/prompter-960.jpg)\n![B](https://a.example/b.png)'),
    images,
  )
  const [own, , foreign] = (tree.children[0] as TreeElement).children as TreeElement[]
  expect(own?.props).toMatchObject({ width: 960, height: 540 })
  expect(foreign?.props).toEqual({ alt: 'B', src: 'https://a.example/b.png' })
})
