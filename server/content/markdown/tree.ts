import type { Element, Root, RootContent } from 'hast'
import type { Tree, TreeElement, TreeNode } from '#shared/content/content-tree.ts'

/** Drops comments and doctypes, and joins adjacent texts. */
export function toTree(root: Root): Tree {
  return { type: 'root', children: toNodes(root.children) }
}

export function textOf(node: Tree | TreeNode): string {
  return node.type === 'text' ? node.value : node.children.map(textOf).join('')
}

function toNodes(nodes: RootContent[]): TreeNode[] {
  const result: TreeNode[] = []
  for (const node of nodes) {
    if (node.type === 'element') result.push(toElement(node))
    if (node.type !== 'text' || node.value === '') continue
    const last = result.at(-1)
    if (last?.type === 'text') last.value += node.value
    else result.push({ type: 'text', value: node.value })
  }
  return result
}

function toElement(node: Element): TreeElement {
  const { tag, props } = toLink(node.tagName, toProps(node.properties))
  const element: TreeElement = { type: 'element', tag, props, children: toNodes(node.children) }
  if (node.content) element.content = toNodes(node.content.children)
  return element
}

function toProps(properties: Element['properties']): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue
    props[name] = name === 'srcSet' && typeof value === 'string' ? value.split(/,\s*/) : value
  }
  return props
}

/** The client's router renders internal links. */
function toLink(tag: string, props: Record<string, unknown>) {
  const { href, ...others } = props
  const isInternal = tag === 'a' && typeof href === 'string' && href.startsWith('/')
  return isInternal ? { tag: 'nuxt-link', props: { ...others, to: href } } : { tag, props }
}
