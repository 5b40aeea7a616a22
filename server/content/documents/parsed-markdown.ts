import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Tree, TreeElement, TreeNode } from '#shared/content/content-tree.ts'
import { type ContentCache, remember } from '../content-cache.ts'
import type { ImageCatalogue } from '../image-catalogue.ts'
import { parseMarkdown } from '../markdown/parse-markdown.ts'
import { sizeImages } from '../markdown/size-images.ts'
import { textOf } from '../markdown/tree.ts'
import type { ContentDocument } from './document.ts'

/** JSON takes a tenth of the tree's memory, parses fifty times faster than Markdown and is sent as is. */
export type ParsedMarkdown = { toc: string; body: string; excerpt?: string }
export type ParseOnDemand = (document: ContentDocument) => ParsedMarkdown

type Options = {
  maxBytes: number
  cache?: ContentCache | undefined
  images?: ImageCatalogue | undefined
}

/** Evicts the least recently used results beyond `maxBytes`. A cache keeps results across restarts. */
export function createParseOnDemand({ maxBytes, cache, images }: Options): ParseOnDemand {
  const known = new LRUCache<ContentDocument, ParsedMarkdown>({
    maxSize: maxBytes,
    sizeCalculation: ({ toc, body, excerpt = '' }) => toc.length + body.length + excerpt.length,
  })
  return (document) => {
    const parsed = known.get(document) ?? readOrParse(document)
    known.set(document, parsed)
    return parsed
  }

  function readOrParse(document: ContentDocument): ParsedMarkdown {
    return remember(cache, 'markdown', keyOf(document, images), () => parse(document, images))
  }
}

/** A third of the memory, so that documents parsed in advance don't evict requested ones. */
const aheadLengthMax = 20 * 1024 * 1024

/** Parses documents while the process is idle, so that first visitors don't wait. */
export async function parseAhead(
  { documents, parse }: { documents: readonly ContentDocument[]; parse: ParseOnDemand },
  isWanted: () => boolean,
): Promise<void> {
  let length = 0
  for (const document of documents.filter(isMarkdown)) {
    await setTimeout(1, undefined, { ref: false })
    if (!isWanted() || length > aheadLengthMax) return
    const { toc, body, excerpt = '' } = parse(document)
    length += toc.length + body.length + excerpt.length
  }
}

export function retainParsed(
  cache: ContentCache,
  documents: readonly ContentDocument[],
  images: ImageCatalogue | undefined,
): void {
  cache.retain(
    'markdown',
    documents.filter(isMarkdown).map((document) => keyOf(document, images)),
  )
}

function isMarkdown({ fields }: ContentDocument): boolean {
  return Object.hasOwn(fields, 'body') && fields.body === undefined
}

function keyOf({ fields, excerptLength }: ContentDocument, images: ImageCatalogue | undefined): string {
  return createHash('sha1')
    .update(`${images?.revision}\n${excerptLength}\n${fields.text}`)
    .digest('base64url')
}

function parse(
  { fields, excerptLength }: ContentDocument,
  images: ImageCatalogue | undefined,
): ParsedMarkdown {
  const toTree = (text: string) => (images ? sizeImages(parseMarkdown(text), images) : parseMarkdown(text))
  const text = String(fields.text)
  const body = toTree(text)
  const parsed = { toc: JSON.stringify(tableOfContents(body)), body: JSON.stringify(body) }
  if (excerptLength === undefined) return parsed
  return { ...parsed, excerpt: JSON.stringify(toTree(text.slice(0, excerptLength))) }
}

const depths: Record<string, number> = { h2: 2, h3: 3 }

/** Lists headings of level two and three, at most one element deep, such as in a blockquote. */
function tableOfContents(body: Tree): { id: unknown; depth: number; text: string }[] {
  return body.children
    .flatMap((node) => [node, ...childrenOf(node)])
    .flatMap((node) => {
      const depth = isElement(node) ? depths[node.tag] : undefined
      return isElement(node) && depth ? [{ id: node.props.id, depth, text: textOf(node) }] : []
    })
}

function childrenOf(node: TreeNode): TreeNode[] {
  return isElement(node) ? node.children : []
}

function isElement(node: TreeNode): node is TreeElement {
  return node.type === 'element'
}
