import { expect, test } from 'vitest'
import { oddText } from './odd-text.ts'

test('names characters that feeds can’t hold, and headings without letters, with their lines', () => {
  const text = 'Fine.\n\n## 🎬\n\n##\n\n### 2\n\n```sh\n# --\n```\n\na\uFFFEb\u0007 ##\n## — ##'
  expect(oddText('a.md', `---\n# --\ntitle: a\u000b\n---\n${text}`, text)).toEqual([
    'a.md:3: U+000B is left out of feeds, which can’t hold it',
    'a.md:7: the heading 🎬 has a made-up address',
    'a.md:9: a heading without text is not in the list of contents',
    'a.md:17: U+FFFE is left out of feeds, which can’t hold it',
    'a.md:18: the heading — has a made-up address',
  ])
})
