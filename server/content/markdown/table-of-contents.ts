import type { Tree, TreeElement, TreeNode } from '#shared/content/content-tree.ts'
import { textOf } from './tree.ts'

export type TocEntry = { id: unknown; depth: number; text: string }

const depths: Record<string, number> = { h2: 2, h3: 3 }

/** Lists headings of level two and three, at most one element deep, such as in a blockquote. */
export function tableOfContents(body: Tree): TocEntry[] {
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
