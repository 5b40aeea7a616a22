import type { BlockContent, FootnoteDefinition, Link, ListItem, Parents, Root, RootContent } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'

export function footnotes() {
  return (tree: Root) => {
    const definitions = new Map<string, FootnoteDefinition>()
    visit(tree, 'footnoteDefinition', (definition) => {
      const id = definition.identifier.toUpperCase()
      if (!definitions.has(id)) definitions.set(id, definition)
    })
    if (definitions.size === 0) return

    const mentioned = new Set<FootnoteDefinition>()
    visit(tree, (node, _index, parent) => {
      // Skips references inside other notes, which create no entry.
      if (node.type === 'footnoteDefinition') return SKIP
      if (node.type !== 'footnoteReference' || !parent) return
      const definition = definitions.get(node.identifier.toUpperCase())
      if (definition) mentioned.add(definition)
    })
    visit(tree, 'footnoteReference', (node, index, parent: Parents | undefined) => {
      if (parent && index !== undefined) parent.children[index] = mention(node.identifier, node.label)
    })
    const items = [...mentioned].map(toItem)
    if (items.length > 0) tree.children.push(notes(items))
  }
}

function mention(id: string, label: string | null | undefined): RootContent {
  const link: Link = {
    type: 'link',
    url: '',
    data: { hProperties: { href: `#fn-${id}`, className: ['footnote-ref'] } },
    children: [{ type: 'text', value: label || id }],
  }
  return {
    type: 'emphasis',
    data: { hName: 'sup', hProperties: { id: `fnref-${id}` } },
    children: [link],
  }
}

function toItem({ identifier: id, children }: FootnoteDefinition): ListItem {
  const back: Link = {
    type: 'link',
    url: `#fnref-${id}`,
    data: { hProperties: { className: ['footnote-backref'] } },
    children: [{ type: 'text', value: '↩' }],
  }
  const blocks = [...children] as BlockContent[]
  const last = blocks.at(-1)
  if (last?.type === 'paragraph') last.children.push(back)
  else blocks.push({ type: 'paragraph', children: [back] })
  return { type: 'listItem', data: { hProperties: { id: `fn-${id}` } }, children: blocks }
}

function notes(items: ListItem[]): RootContent {
  return {
    type: 'blockquote',
    data: { hName: 'div', hProperties: { className: ['footnotes'] } },
    children: [{ type: 'thematicBreak' }, { type: 'list', ordered: true, children: items }],
  }
}
