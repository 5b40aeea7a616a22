import { expect, test } from 'vitest'
import { parseData } from './parse-data.ts'

test.each<[string, unknown]>([
  ['a.b,a.c\n1,2', { a: { b: '1', c: '2' } }],
  ['list.0,list.1\n1,2', { list: ['1', '2'] }],
  ['list[0].name,x\n1,2', { list: [{ name: '1' }], x: '2' }],
  ['a..b,.c,d[0]\n1,2,3', { 'a..b': '1', '.c': '2', 'd[0]': '3' }],
  ['a,a.b\n1,2', { a: { b: '2' } }],
  ['__proto__.x,y,\n1,2,3', { y: '2', field3: '3' }],
])('a row of %j', (source, row) => {
  expect(parseData('a.csv', source, '.csv')).toEqual({ body: [row] })
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test('the complaint about broken XML is one line', () => {
  expect(() => parseData('a.xml', '<a>\n<b></a>', '.xml')).toThrow(/^a\.xml:2: [^\n]+$/)
})
