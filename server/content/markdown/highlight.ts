import Prism, { type Grammar } from 'prismjs'
import loadLanguages from 'prismjs/components/index.js'
import 'prismjs/plugins/diff-highlight/prism-diff-highlight.js'

// All of them: several grammars extend others that are present, so a subset would colour differently.
loadLanguages()

/**
 * Colours code by Prism.
 * @returns the language to show, `text` where it is unknown, and HTML
 */
export function highlight(source: string, name = ''): { language: string; html: string } {
  const inDiff = /^diff-([\w-]+)/i.exec(name)?.[1]
  const language = (inDiff ?? name) === 'vue' ? 'html' : (inDiff ?? name)
  const grammar = grammarOf(inDiff ? 'diff' : language)
  if (!grammar) return { language: 'text', html: source.replaceAll('&', '&amp;').replaceAll('<', '&lt;') }
  return { language, html: Prism.highlight(source, grammar, inDiff ? `diff-${language}` : language) }
}

/** Prism keeps functions beside its grammars. */
function grammarOf(language: string): Grammar | undefined {
  const grammar = Object.hasOwn(Prism.languages, language) ? Prism.languages[language] : undefined
  return typeof grammar === 'object' ? grammar : undefined
}
