import { createRequire } from 'node:module'
import type { Element, ElementContent } from 'hast'
import type { Code } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import type { Grammar } from 'prismjs'
import { escapeText } from '../../../shared/text/escape-html.ts'

/** Reads an info string such as ` ```js{1,3-5}[server.js] `. */
export function code(_state: State, node: Code): Element {
  const info = readInfo(`${node.lang ?? ''} ${node.meta ?? ''}`)
  const source = node.value ? expandTabs(`${node.value.replaceAll('\r\n', '\n')}\n`) : ''
  const { language, html } = highlight(source, info.language)
  const block = element('pre', { className: [`language-${language}`, 'line-numbers'] }, [
    element('code', {}, [{ type: 'raw', value: html }]),
  ])
  if (info.lines) block.properties.dataLine = info.lines
  const name = info.file ? [element('span', { className: ['filename'] }, [text(info.file)])] : []
  return element('div', { className: ['nuxt-content-highlight'] }, [...name, block])
}

function readInfo(info: string) {
  return {
    language: /^[^ \t]+(?=[ \t]|$)/.exec(info.replace(/[{|[](.+)/, ''))?.[0],
    lines: info
      .replace(/\[(.+)/, '')
      .split('{')[1]
      ?.replace(/}.*/, ''),
    file: /^[^[]*\[(.+)\]/.exec(info)?.[1],
  }
}

/** Uses tab stops of four columns, so that code looks the same everywhere. */
function expandTabs(source: string): string {
  if (!source.includes('\t')) return source
  return source
    .split('\n')
    .map((line) => {
      let column = 0
      return line.replace(/[^\t]+|\t/g, (part) => {
        const width = part === '\t' ? 4 - (column % 4) : part.length
        column += width
        return part === '\t' ? ' '.repeat(width) : part
      })
    })
    .join('\n')
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

function text(value: string): ElementContent {
  return { type: 'text', value }
}

const require = createRequire(import.meta.url)
let prism: typeof import('prismjs') | undefined

/** @returns HTML and the language to show, or `text` for an unknown one */
function highlight(source: string, name = ''): { language: string; html: string } {
  const Prism = loadPrism()
  const inDiff = /^diff-([\w-]+)/i.exec(name)?.[1]
  const language = (inDiff ?? name) === 'vue' ? 'html' : (inDiff ?? name)
  const grammar = grammarOf(Prism.languages, inDiff ? 'diff' : language)
  if (!grammar) return { language: 'text', html: escapeText(source) }
  return { language, html: Prism.highlight(source, grammar, inDiff ? `diff-${language}` : language) }
}

/** Loads all grammars, because some extend others that are present. */
function loadPrism(): typeof import('prismjs') {
  if (prism) return prism
  prism = require('prismjs') as typeof import('prismjs')
  require('prismjs/components/index.js')()
  require('prismjs/plugins/diff-highlight/prism-diff-highlight.js')
  return prism
}

/** Prism stores functions beside its grammars. */
function grammarOf(languages: object, name: string): Grammar | undefined {
  const grammar = Object.hasOwn(languages, name) ? (languages as Record<string, unknown>)[name] : undefined
  return typeof grammar === 'object' ? (grammar as Grammar) : undefined
}
