import type { Element, ElementContent } from 'hast'
import htmlTags from 'html-tags'
import type { Html, Paragraph } from 'mdast'
import { defaultHandlers, type State } from 'mdast-util-to-hast'

const knownTags = new Set<string>(htmlTags)

/** HTML names ignore case, so `<MyBadge>` becomes `<my-badge>`. */
export function html(state: State, node: Html): Element | { type: 'raw'; value: string } | undefined {
  const tag = tagNameOf(node.value)
  const value = tag ? node.value.replace(tag, kebabCase(tag)) : node.value
  return defaultHandlers.html(state, { ...node, value })
}

export function paragraph(state: State, node: Paragraph): Element | ElementContent[] {
  const [first] = node.children
  const tag = first?.type === 'html' && tagNameOf(first.value)
  if (tag && !knownTags.has(kebabCase(tag))) return state.all(node)
  return defaultHandlers.paragraph(state, node)
}

function tagNameOf(value: string): string | undefined {
  return value.includes('>') ? /^<\/?([A-Za-z0-9\-_]+)/.exec(value)?.[1] : undefined
}

function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}
