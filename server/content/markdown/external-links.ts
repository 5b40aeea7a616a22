import type { Definition, Link, LinkReference, Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** Links to other sites open in a new tab without referrer or opener. Links written in HTML stay unchanged. */
export function externalLinks() {
  return (tree: Root) => {
    const definitions = new Map<string, Definition>()
    visit(tree, 'definition', (definition) => {
      if (!definitions.has(definition.identifier)) definitions.set(definition.identifier, definition)
    })
    visit(tree, ['link', 'linkReference'], (node) => {
      const link = node as Link | LinkReference
      const url = link.type === 'link' ? link.url : definitions.get(link.identifier)?.url
      if (url && /^https?:/.test(url)) {
        const hProperties = { rel: ['nofollow', 'noopener', 'noreferrer'], target: '_blank' }
        link.data = { ...link.data, hProperties: { ...link.data?.hProperties, ...hProperties } }
      }
    })
  }
}
