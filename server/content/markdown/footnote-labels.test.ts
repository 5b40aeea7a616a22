import { expect, test } from 'vitest'
import { parseMarkdown } from './parse-markdown.ts'

test('a label may hold spaces, and is found whatever its case', () => {
  const json = JSON.stringify(
    parseMarkdown('See[^My Note] and [^my note].\n\n[^My Note]: First [of](/a) all.\n'),
  )
  expect(json.match(/"fnref-my note"/g)).toHaveLength(2)
  expect(json).toContain('"id":"fn-my note"')
  expect(json).toContain('"href":"#fnref-my%20note"')
})

test.each(['[^no note] here', '[^ spaces', 'a [link with words](/x) [^', '[^a\\] b] c'])(
  '%s stays text',
  (source) => {
    expect(JSON.stringify(parseMarkdown(source))).not.toContain('footnote')
  },
)

test('what follows a label keeps its spaces', () => {
  const json = JSON.stringify(parseMarkdown('a[^b c] d e\n\n[^b c]: f g\n'))
  expect(json).toContain('" d e"')
  expect(json).toContain('"f g"')
})
