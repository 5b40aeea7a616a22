import { expect, test } from 'vitest'
import type { TreeElement, TreeNode } from '#shared/content/content-tree.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { textOf } from './tree.ts'

test.each(['js', 'unknown', ''])('code in %j has plain line ends', (language) => {
  const source = `\`\`\`${language}\nlet a\n\n\tlet b\n\`\`\`\n`
  const tree = parseMarkdown(source.replaceAll('\n', '\r\n'))
  expect(JSON.stringify(tree)).not.toContain('\\r')
})

test.each(['js', 'unknown', ''])('code in %j loses the one line break that it begins with', (language) => {
  expect(textOf(parseMarkdown(fence(language, '\n\nlet a')))).toBe('\nlet a\n')
})

test('no-break spaces are spaces where code is coloured, so that a copied line runs', () => {
  expect(textOf(parseMarkdown(fence('bash', 'npm\u00a0install')))).toBe('npm install\n')
  expect(textOf(parseMarkdown(fence('unknown', 'npm\u00a0install')))).toBe('npm\u00a0install\n')
})

test('an entity’s title names its character', () => {
  const tree = parseMarkdown(fence('html', '&amp;'))
  expect(elements(tree.children).find(({ props }) => props.title)?.props).toEqual({
    className: ['token', 'entity', 'named-entity'],
    title: '&',
  })
})

test('a diff of a language has the colours of both', () => {
  const json = JSON.stringify(parseMarkdown(fence('diff-js', '+let a')))
  expect(json).toContain('"className":["token","inserted-sign","inserted","language-js"]')
  expect(json).toContain('"className":["token","keyword"]')
})

test.each(['constructor', 'extend'])('%s is no language', (name) => {
  expect(JSON.stringify(parseMarkdown(fence(name, 'a')))).toContain('language-text')
})

test('classes and attributes stand in the order in which the model sorts them: the most frequent first', () => {
  const tree = parseMarkdown(`## A\n\n[b](/c "d")\n\n${fence('js', 'a')}\n\n${fence('html', 'a')}`)
  const pre = elements(tree.children).find(({ tag }) => tag === 'pre')
  expect(pre?.props.className).toEqual(['line-numbers', 'language-js'])
  const anchor = elements(tree.children).find(({ tag }) => tag === 'a')
  expect(Object.keys(anchor?.props ?? {})).toEqual(['href', 'ariaHidden', 'tabIndex'])
  const alone = elements(parseMarkdown('## A').children).find(({ tag }) => tag === 'a')
  expect(Object.keys(alone?.props ?? {})).toEqual(['ariaHidden', 'href', 'tabIndex'])
})

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

function elements(nodes: TreeNode[]): TreeElement[] {
  return nodes.flatMap((node) => (node.type === 'element' ? [node, ...elements(node.children)] : []))
}
