import type { Element, ElementContent } from 'hast'
import Prism, { type Grammar, type Token, type TokenStream } from 'prismjs'
import loadLanguages from 'prismjs/components/index.js'

// All of them: several grammars extend others that are present, so a subset would colour differently.
loadLanguages()

/**
 * Splits code into token spans.
 * @returns the language to show and the spans; plain text as `text` where the language is unknown.
 */
export function highlight(
  source: string,
  name: string | undefined,
): { language: string; children: ElementContent[] } {
  const inDiff = /^diff-([\w-]+)/i.exec(name ?? '')?.[1]
  const language = (inDiff ?? name) === 'vue' ? 'html' : (inDiff ?? name ?? '')
  const grammar = grammarOf(language)
  if (inDiff || language === 'diff') {
    return { language, children: highlightDiff(source, inDiff ? language : undefined) }
  }
  if (!grammar) return { language: 'text', children: [text(source)] }
  return { language, children: toSpans(tokenize(source, grammar, language)) }
}

function grammarOf(language: string): Grammar | undefined {
  const grammar = Object.hasOwn(Prism.languages, language) ? Prism.languages[language] : undefined
  return typeof grammar === 'object' ? grammar : undefined
}

/** Prism's own steps without its HTML: template languages do their work in these hooks. */
function tokenize(code: string, grammar: Grammar, language: string): TokenStream {
  const env = { code, grammar, language, tokens: [] as TokenStream }
  Prism.hooks.run('before-tokenize', env)
  env.tokens = Prism.tokenize(env.code, env.grammar)
  Prism.hooks.run('after-tokenize', env)
  return env.tokens
}

function toSpans(tokens: TokenStream): ElementContent[] {
  if (typeof tokens === 'string') return [text(tokens)]
  if (Array.isArray(tokens)) return tokens.flatMap(toSpans)
  const className = ['token', tokens.type, ...aliasesOf(tokens)]
  return [span({ className }, toSpans(tokens.content))]
}

/** Added and removed lines keep the colours of their language behind a prefix of their own. */
function highlightDiff(source: string, language: string | undefined): ElementContent[] {
  const diff = Prism.languages.diff as Grammar
  const prefixes = (diff as unknown as { PREFIXES: Record<string, string> }).PREFIXES
  const grammar = language === undefined ? undefined : grammarOf(language)
  return [Prism.tokenize(source, diff)].flat().flatMap((token) => {
    const sign = typeof token === 'string' ? undefined : prefixes[token.type]
    if (typeof token === 'string' || sign === undefined) return toSpans(token)
    const raw = sourceOf(token)
    const lines = raw.replace(/(^|[\r\n])./g, '$1')
    const spans = grammar && language ? toSpans(tokenize(lines, grammar, language)) : [text(lines)]
    const kind = /\w+/.exec(token.type)?.[0] ?? ''
    const prefix = () => span({ className: ['token', 'prefix', kind] }, [text(sign)])
    const children = prefixLines(spans, prefix, { atStart: true })
    if (/(?:^|[\r\n]).$/.test(raw)) children.push(prefix())
    const className = ['token', token.type, ...aliasesOf(token)]
    return [span({ className: grammar ? [...className, `language-${language}`] : className }, children)]
  })
}

function prefixLines(
  nodes: ElementContent[],
  prefix: () => Element,
  line: { atStart: boolean },
): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') {
      return node.value.split(/(?<=\n)/).flatMap((part) => {
        const start = line.atStart && part !== ''
        if (part !== '') line.atStart = part.endsWith('\n')
        return start ? [prefix(), text(part)] : [text(part)]
      })
    }
    if (node.type !== 'element') return [node]
    const start = line.atStart
    line.atStart = false
    const inner = { ...node, children: prefixLines(node.children, prefix, line) }
    return start ? [prefix(), inner] : [inner]
  })
}

function sourceOf(token: TokenStream): string {
  if (typeof token === 'string') return token
  return Array.isArray(token) ? token.map(sourceOf).join('') : sourceOf(token.content)
}

function aliasesOf(token: Token): string[] {
  return token.alias ? [token.alias].flat() : []
}

function span(properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName: 'span', properties, children }
}

function text(value: string): ElementContent {
  return { type: 'text', value }
}
