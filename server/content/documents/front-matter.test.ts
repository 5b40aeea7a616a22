import { describe, expect, test } from 'vitest'
import { SkippedDocument } from '../content-error.ts'
import { splitFrontMatter } from './front-matter.ts'

describe('front matter that other parsers refuse is read as the model reads it', () => {
  test.each<[string, string, object]>([
    ['quoted text that closes at column 0', "a: 'text\n'", { a: 'text ' }],
    ['single-quoted text continued at column 0', "a: 'x\ny'", { a: 'x y' }],
    ['double-quoted text continued at column 0', 'a: "x\ny"', { a: 'x y' }],
    ['items of a list at column 0', 'tags: [\na,\nb]', { tags: ['a', 'b'] }],
    ['a list with a gap', 'a: [a,, b]', { a: ['a', null, 'b'] }],
    ['a tab as indentation', 'a:\n\tb: 1', { a: null, b: 1 }],
    ['a no-break space behind a colon', 'title:\u00a0a', Object.assign({}, [...'title:\u00a0a'])],
    ['a key in the place of a value', 'title: ? x', { title: null, x: null }],
    ['a list', '- a\n- b', { 0: 'a', 1: 'b' }],
    ['plain text', 'ab', { 0: 'a', 1: 'b' }],
    ['a number', '42', {}],
    ['a key of 1,100 characters', `${'k'.repeat(1_100)}: 1`, { ['k'.repeat(1_100)]: 1 }],
  ])('%s', (_name, block, data) => {
    expect(splitFrontMatter('a.md', `---\n${block}\n---\nText`)).toEqual({ data, text: 'Text' })
  })
})

test('front matter in JavaScript is not run: its document is left out', () => {
  const read = () => splitFrontMatter('a.md', '---js\n{ title: process.exit(1) }\n---\n')
  expect(read).toThrow(SkippedDocument)
  expect(read).toThrow(/^a\.md:1: /)
})

test('broken front matter is refused with its line', () => {
  expect(() => splitFrontMatter('a.md', '---\ntitle: x\n@bad: 1\n---\n')).toThrow(/^a\.md:3: /)
  expect(() => splitFrontMatter('a.md', '---\na: 1\na: 2\n---\n')).toThrow(
    /^a\.md:3: duplicated mapping key$/,
  )
})
