import type { Root as HastRoot } from 'hast'
import { raw } from 'hast-util-raw'
import sortAttributeValues from 'rehype-sort-attribute-values'
import sortAttributes from 'rehype-sort-attributes'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import type { Tree } from '#shared/content/content-tree.ts'
import { code } from './code-block.ts'
import { externalLinks } from './external-links.ts'
import { hideSpaces, showSpaces } from './footnote-labels.ts'
import { footnotes } from './footnotes.ts'
import { headingAnchors } from './heading-anchors.ts'
import { html, paragraph } from './html.ts'
import { squeezeParagraphs } from './squeeze-paragraphs.ts'
import { toTree } from './tree.ts'

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(showSpaces)
  .use(squeezeParagraphs)
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
