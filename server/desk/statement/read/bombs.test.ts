import { afterEach, expect, test, vi } from 'vitest'
import { accountKey } from '#shared/desk/account-key.ts'
import { requireFewElements, requireFlatXml, requireModestCsv } from './limits.ts'
import { tidyText, Unreadable } from './lines.ts'
import { type FileToRead, readBankFile } from './read-file.ts'

afterEach(() => vi.restoreAllMocks())

const marks = `e${'\u0301'.repeat(100_000)}`
const read = (text: string) =>
  readBankFile({ bytes: Buffer.from(text), chosen: null, today: '2026-11-30' } as unknown as FileToRead)

test('combining marks are cut before they are normalized', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(tidyText(` ${marks}`)).toBe(`é${'\u0301'.repeat(498)}`)
  expect(accountKey(`${marks}1`)).toBe('e')
  const lengths = normalize.mock.contexts.map((text) => String(text).length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(500)
})

test('a sample repeats no more of a cell than the row that is read', async () => {
  const long = 'x'.repeat(5000)
  const file = await read(`Date,Amount,Text ${long}\n22/11/2026,+1.00,${long}\n`)
  const sample = 'csv' in file ? file.csv?.sample : null
  expect(sample?.rows).toEqual([['22/11/2026', '+1.00', long.slice(0, 500)]])
  expect(sample?.header?.[2]).toHaveLength(500)
})

test('a text of no more than 500 characters stays as it was', () => {
  const words = 'x '.repeat(247).trim()
  expect(tidyText(`  CAFE\u0301 \t\n ${words}\n`)).toBe(`CAFÉ ${words}`)
})

test('nested elements are refused with their line, before anything is parsed', async () => {
  const open = '<a>\n'.repeat(100_000)
  expect(await read(`<Document>\n${open}`)).toMatchObject({
    line: 51,
    detail: expect.stringContaining('50 deep'),
  })
})

test('elements and attributes are counted, and end tags and texts aren’t', () => {
  const most = '<a></a>'.repeat(300_000)
  expect(() => requireFewElements(most)).not.toThrow()
  expect(() => requireFewElements(`${most}<a>`)).toThrow(Unreadable)
  expect(() => requireFewElements(`${'<a b="">'.repeat(150_000)}<a>`)).toThrow(Unreadable)
  const others = `<?xml?><!DOCTYPE a><a>${'<!-- <a> --><![CDATA[<a>]]>'.repeat(60)}</a><a`
  expect(() => requireFlatXml(others)).not.toThrow()
})

test('cells of a line, cells in all and lines are counted before a CSV is parsed', () => {
  const line = `${','.repeat(99)}\n`
  expect(() => requireModestCsv(line.repeat(2500), ',')).not.toThrow()
  expect(() => requireModestCsv(`,${line}`, ',')).toThrow('more than 100 cells')
  expect(() => requireModestCsv(line.repeat(2600), ',')).toThrow('more than 250,000 cells')
  expect(() => requireModestCsv('\r\n'.repeat(19_999), ',')).not.toThrow()
  for (const end of ['\n', '\r', '\r\n'])
    expect(() => requireModestCsv(end.repeat(20_000), ',')).toThrow('more than 20,000 lines')
})
