import type { Tree, TreeNode } from '#shared/content/content-tree.ts'
import type { ImageCatalogue } from '../image-catalogue.ts'

export function sizeImages(tree: Tree, images: ImageCatalogue): Tree {
  for (const node of tree.children) visit(node)
  return tree

  function visit(node: TreeNode) {
    if (node.type === 'text') return
    if (node.tag === 'img') Object.assign(node.props, images.find(String(node.props.src)))
    for (const child of node.children) visit(child)
  }
}
