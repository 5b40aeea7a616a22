import { expect, test } from 'vitest'
import { checkVariables } from './check-variables.ts'

const at = new Date(0)

function complaintsAbout(source: string, extension = '.md'): string[] {
  const file = { name: `a${extension}`, path: '/a', extension, source, createdAt: at, updatedAt: at }
  return checkVariables(file, { product: 'Cue', company: 'Cue Pty Ltd' }).map(({ message }) => message)
}

test('a misspelt variable is reported with its line and the nearest name', () => {
  expect(complaintsAbout('---\ntitle: A\n---\nBy {{ prodct }},\n{{lawPlace}}')).toEqual([
    'a.md:4: no setting gives {{prodct}}; did you mean {{product}}?',
    'a.md:5: no setting gives {{lawPlace}}',
  ])
})

test('a section without a setting is reported once', () => {
  expect(complaintsAbout('{{#cards}}By card{{/cards}}', '.yml')).toEqual([
    'a.yml:1: no setting gives {{cards}}',
  ])
})

test('a section that lacks its other end is reported with how one reads', () => {
  const section = 'a section reads {{#product}}…{{/product}}'
  expect(complaintsAbout('{{# product}} a\n\n{{ /product }}')).toEqual([
    `a.md:1: ${section}`,
    `a.md:3: ${section}`,
  ])
  expect(complaintsAbout('{{^product}}')).toEqual(['a.md:1: a section reads {{^product}}…{{/product}}'])
})

test('code may show braces', () => {
  expect(complaintsAbout('```vue\n{{ count }}\n```\nAs in `{{ count }}`, and ``{{`a`}}``.')).toEqual([])
  expect(complaintsAbout('`a`\n\n{{gone}} `b`')).toHaveLength(1)
})
