import { describe, expect, test } from 'vitest'
import { parseDocuments } from './parse-document.ts'

test('an item of a list belongs to the list whatever its slug', () => {
  const [first, second] = parse('.json', '[{"slug":"a/b"},{"slug":"c"}]')
  expect([first?.dir, first?.path, first?.fields.slug]).toEqual(['/in/file', '/in/file/a/b', 'a/b'])
  expect([second?.dir, second?.path]).toEqual(['/in/file', '/in/file/c'])
})

test('an item without a slug has the file’s path', () => {
  const [first] = parse('.json', '[{"x":1},{"x":2}]')
  expect([first?.dir, first?.path, first?.fields.slug]).toEqual(['/in', '/in/file', 'file'])
})

test('at the top the directory is a slash', () => {
  const [first] = parse('.md', 'x', '/page')
  expect([first?.dir, first?.path]).toEqual(['/', '/page'])
})

describe('a file without an object is refused', () => {
  test.each(['null', '5', '[[]]'])('%s', (source) => {
    expect(() => parse('.json', source)).toThrow('must hold an object')
  })
})

test('an empty YAML file is a document without data', () => {
  expect(parse('.yml', '')).toHaveLength(1)
})

function parse(extension: string, source: string, path = '/in/file') {
  const date = new Date(0)
  const at = `${path}${extension}`
  return parseDocuments({ name: at, path: at, extension, source, createdAt: date, updatedAt: date })
}
