import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import { root } from '../runtime/root.ts'
import { ranges, subsetFonts } from './subset-fonts.ts'

const sheet = join(root, 'client/site/styles/fonts.css')

test('follows a font by its subset, which has fewer weights and all of ASCII', async () => {
  const css = readFileSync(sheet, 'utf8')
  const result = await postcss([subsetFonts()]).process(css, { from: sheet })
  const faces = [...result.css.matchAll(/@font-face \{[^}]*"Atkinson Next";[^}]*\}/g)].map(([face]) => face)
  expect(faces).toHaveLength(2)
  const [whole = '', subset = ''] = faces
  expect(whole).toMatch(/unicode-range: U\+20-7e, U\+a0-ac, /)
  expect(subset).toMatch(/unicode-range: U\+20-7e, U\+a0, /)
  expect(subset).toContain('font-weight: 400 700')
  const [, url = ''] = /url\("(.+?)"\)/.exec(subset) ?? []
  const font = create(readFileSync(join(dirname(sheet), url))) as Font
  expect(font.variationAxes.wght).toMatchObject({ min: 400, max: 700 })
  expect(font.availableFeatures).toEqual(expect.arrayContaining(['kern', 'tnum']))
  expect(font.characterSet).toEqual(expect.arrayContaining([0x20, 0x7e, 0x2019]))
})

test('refuses a font without a range of weights', async () => {
  const css = readFileSync(sheet, 'utf8').replace('400 700', '400')
  await expect(postcss([subsetFonts()]).process(css, { from: sheet })).rejects.toThrow('range of weights')
})

test('writes neighbours as one range', () => {
  expect(ranges([0x20, 0x21, 0x22, 0xa9, 0x2013, 0x2014])).toBe('U+20-22, U+a9, U+2013-2014')
})
