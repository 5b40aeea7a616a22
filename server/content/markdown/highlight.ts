import { createRequire } from 'node:module'
import type { Grammar } from 'prismjs'
import { escapeText } from '../../../shared/text/escape-html.ts'

const require = createRequire(import.meta.url)
let prism: typeof import('prismjs') | undefined

/** @returns HTML and the language to show, `text` if it is unknown */
export function highlight(source: string, name = ''): { language: string; html: string } {
  const Prism = loadPrism()
  const inDiff = /^diff-([\w-]+)/i.exec(name)?.[1]
  const language = (inDiff ?? name) === 'vue' ? 'html' : (inDiff ?? name)
  const grammar = grammarOf(Prism.languages, inDiff ? 'diff' : language)
  if (!grammar) return { language: 'text', html: escapeText(source) }
  return { language, html: Prism.highlight(source, grammar, inDiff ? `diff-${language}` : language) }
}

/** All grammars are loaded, because some extend others if those are present. */
function loadPrism(): typeof import('prismjs') {
  if (prism) return prism
  prism = require('prismjs') as typeof import('prismjs')
  require('prismjs/components/index.js')()
  require('prismjs/plugins/diff-highlight/prism-diff-highlight.js')
  return prism
}

/** Prism keeps functions beside its grammars. */
function grammarOf(languages: object, name: string): Grammar | undefined {
  const grammar = Object.hasOwn(languages, name) ? (languages as Record<string, unknown>)[name] : undefined
  return typeof grammar === 'object' ? (grammar as Grammar) : undefined
}
