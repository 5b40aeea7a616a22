import type { Root as HastRoot } from 'hast'
import { raw } from 'hast-util-raw'
import type { Definition, Link, LinkReference, Nodes, Root } from 'mdast'
import sortAttributeValues from 'rehype-sort-attribute-values'
import sortAttributes from 'rehype-sort-attributes'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type { Tree } from '#shared/content/content-tree.ts'
import { code } from './code-block.ts'
import { hideSpaces, showSpaces } from './footnote-labels.ts'
import { footnotes } from './footnotes.ts'
import { headingAnchors } from './heading-anchors.ts'
import { html, paragraph } from './html.ts'
import { toTree } from './tree.ts'

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(showSpaces)
  .use(() => squeezeParagraphs)
  .use(headingAnchors)
  .use(externalLinks)
  .use(footnotes)
  .use(remarkRehype, { allowDangerousHtml: true, handlers: { code, html, paragraph } })
  .use(sortAttributeValues)
  .use(sortAttributes)
  .freeze()

/** Never fails, because any text is valid Markdown. */
export function parseMarkdown(source: string): Tree {
  const hast = processor.runSync(processor.parse(hideSpaces(source)))
  // Reparsing as HTML doubles the cost, and only raw HTML needs it.
  return toTree(hasRawHtml(hast) ? (raw(hast) as HastRoot) : hast)
}

function hasRawHtml(tree: HastRoot): boolean {
  let found = false
  visit(tree, 'raw', () => {
    found = true
    return false
  })
  return found
}

/** Links to other sites open in a new tab without referrer or opener. Links written in HTML stay unchanged. */
function externalLinks() {
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

/** Removes paragraphs of white space, such as a lone `&nbsp;`. */
function squeezeParagraphs(node: Nodes): void {
  if (!('children' in node)) return
  node.children = node.children.filter((child) => !isBlank(child)) as typeof node.children
  for (const child of node.children) squeezeParagraphs(child)
}

function isBlank(node: Nodes): boolean {
  return (
    node.type === 'paragraph' &&
    node.children.every((child) => child.type === 'text' && child.value.trim() === '')
  )
}
