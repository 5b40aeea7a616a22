import type { ElementContent, Properties, Root } from 'hast'
import { toHtml as hastToHtml } from 'hast-util-to-html'
import { addressProps } from '#shared/content/body-props.ts'
import { cleanBody } from '#shared/content/clean-body.ts'
import type { Tree, TreeElement, TreeNode } from '#shared/content/content-tree.ts'

/** Renders a page's content without heading anchors. @param pageUrl base of relative addresses */
export function toHtml(tree: Tree, pageUrl: string): string {
  const root: Root = { type: 'root', children: cleanBody(tree).flatMap((node) => toHast(node, pageUrl)) }
  return hastToHtml(root)
}

function toHast(node: TreeNode, pageUrl: string): ElementContent[] {
  if (node.type === 'text') return [node]
  if (node.props['aria-hidden'] === 'true') return []
  return [
    {
      type: 'element',
      tagName: node.tag === 'nuxt-link' ? 'a' : node.tag,
      properties: propertiesOf(node, pageUrl),
      children: node.children.flatMap((child) => toHast(child, pageUrl)),
    },
  ]
}

/** Makes addresses absolute. Drops `srcSet`, because feed readers scale images themselves. */
function propertiesOf({ props: { srcSet, ...props } }: TreeElement, pageUrl: string): Properties {
  const addresses = Object.entries(props).filter(([name]) => addressProps.has(name))
  const absolute = addresses.map(([name, value]) => [name, URL.parse(String(value), pageUrl)?.href])
  return { ...(props as Properties), ...Object.fromEntries(absolute) }
}
