import type { Nodes, Root } from 'mdast'

/** Removes paragraphs of white space, such as a lone `&nbsp;`. */
export function squeezeParagraphs() {
  return (tree: Root) => squeeze(tree)
}

function squeeze(node: Nodes): void {
  if (!('children' in node)) return
  node.children = node.children.filter((child) => !isBlank(child)) as typeof node.children
  for (const child of node.children) squeeze(child)
}

function isBlank(node: Nodes): boolean {
  return (
    node.type === 'paragraph' &&
    node.children.every((child) => child.type === 'text' && child.value.trim() === '')
  )
}
