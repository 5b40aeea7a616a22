import type { ElementContent, Properties, Root } from 'hast'
import { toHtml as hastToHtml } from 'hast-util-to-html'
import type { Tree, TreeNode } from '#shared/content-tree.ts'

/** A document's tree as HTML for reading elsewhere: addresses absolute, no scripts, no anchors of headings. */
export function toHtml(tree: Tree, siteUrl: string): string {
  const root: Root = { type: 'root', children: toHast(tree.children, siteUrl) }
  return hastToHtml(root)
}

const left = new Set(['script', 'style', 'iframe', 'object', 'embed', 'form'])

function toHast(nodes: TreeNode[], siteUrl: string): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [node]
    if (left.has(node.tag) || node.props.ariaHidden === 'true') return []
    const { tag, props } = node.tag === 'nuxt-link' ? { tag: 'a', props: { href: node.props.to } } : node
    return [
      {
        type: 'element',
        tagName: tag,
        properties: absolute(props as Properties, siteUrl),
        children: toHast(node.children, siteUrl),
      },
    ]
  })
}

function absolute(props: Properties, siteUrl: string): Properties {
  const kept = Object.entries(props).filter(([name]) => !/^on|^srcSet$/i.test(name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const address =
        (name === 'href' || name === 'src') && typeof value === 'string' && value.startsWith('/')
      return [name, address ? siteUrl + value : value]
    }),
  )
}
