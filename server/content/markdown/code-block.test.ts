import { expect, test } from 'vitest'
import { parseMarkdown } from './parse-markdown.ts'

test.each(['js', 'unknown', ''])('code in %j has plain line ends', (language) => {
  const source = `\`\`\`${language}\nlet a\n\n\tlet b\n\`\`\`\n`
  const tree = parseMarkdown(source.replaceAll('\n', '\r\n'))
  expect(JSON.stringify(tree)).not.toContain('\\r')
})
