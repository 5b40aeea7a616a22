import { readProps } from './body-props.ts'
import type { Tree, TreeElement, TreeNode } from './content-tree.ts'

/** Keeps known elements with harmless properties, under React's names. An unknown element is replaced by its children. */
export function cleanBody({ children }: Pick<Tree, 'children'>): TreeNode[] {
  return children.flatMap(cleanNode)
}

const forbidden = new Set(
  (
    'applet audio base button canvas embed form frame frameset iframe link math meta noembed noframes noscript ' +
    'object option param portal script select slot style svg template textarea title'
  ).split(' '),
)

const known = new Set(
  (
    'a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
    'h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark nuxt-link ol p picture pre q rp rt ruby s samp section small ' +
    'span strong sub summary sup table tbody td tfoot th thead time tr u ul var video wbr'
  ).split(' '),
)

function cleanNode(node: TreeNode): TreeNode[] {
  if (node.type === 'text') return [node]
  if (node.type !== 'element' || isForbidden(node)) return []
  const children = cleanBody(node)
  if (!known.has(node.tag)) return children
  return [{ type: 'element', tag: node.tag, props: readProps(withAddress(node)), children }]
}

/** Task list checkboxes are the only allowed form controls. */
function isForbidden({ tag, props }: TreeElement): boolean {
  return forbidden.has(tag) || (tag === 'input' && props.type !== 'checkbox')
}

function withAddress({ tag, props }: TreeElement): Record<string, unknown> {
  return tag === 'nuxt-link' ? { ...props, href: props.to } : props
}
