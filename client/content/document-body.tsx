import { createElement, Fragment, type ReactNode } from 'react'
import { cleanBody } from '#shared/content/clean-body.ts'
import type { Tree, TreeElement, TreeNode } from '#shared/content/content-tree.ts'
import { PageLink } from '../site/framework/page-link.tsx'

/** Renders a cleaned body, which can't contain executable code. */
export function DocumentBody({ body }: { body: Tree }) {
  return createElement(Fragment, null, ...cleanBody(body).map(toReact))
}

/** React allows no white space between these elements' children. */
const spaceless = new Set(['colgroup', 'dl', 'ol', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'])

const empty = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr'])

/** A responsive image fills the text column of at most 62 characters. */
function imageLoading({ srcSet }: Record<string, unknown>): object {
  return {
    loading: 'lazy',
    decoding: 'async',
    ...(srcSet ? { sizes: '(max-width: 48rem) 92vw, 40rem' } : {}),
  }
}

function toReact(node: TreeNode): ReactNode {
  if (node.type === 'text') return node.value
  const { tag } = node
  if (tag === 'nuxt-link') return internalLink(node)
  if (tag === 'table') return table(node)
  if (tag === 'blockquote' && calloutOf(node)) return callout(node)
  if (tag === 'input') return checkbox(node)
  return plain(node, tag === 'img' ? imageLoading(node.props) : scrolls(tag))
}

function plain(node: TreeElement, more: object = {}): ReactNode {
  const attributes = { ...node.props, ...more }
  return empty.has(node.tag)
    ? createElement(node.tag, attributes)
    : createElement(node.tag, attributes, ...childrenOf(node))
}

function childrenOf({ tag, children }: TreeElement): ReactNode[] {
  const shown = spaceless.has(tag) ? children.filter((child) => !isBlank(child)) : children
  return shown.map(toReact)
}

function internalLink(node: TreeElement): ReactNode {
  const { href, ...attributes } = node.props
  if (typeof href !== 'string') return createElement('span', null, ...childrenOf(node))
  return createElement(PageLink, { ...attributes, to: href }, ...childrenOf(node))
}

/** A quote that starts with a bold **Note**, **Tip** or **Warning** becomes a callout. */
function callout(node: TreeElement): ReactNode {
  const kind = calloutOf(node)
  return createElement('aside', { className: 'Callout', 'aria-label': kind }, ...childrenOf(node))
}

function calloutOf({ children }: TreeElement): string | undefined {
  const first = children.find((child) => !isBlank(child))
  const label = first?.type === 'element' && first.tag === 'p' ? first.children[0] : undefined
  if (label?.type !== 'element' || label.tag !== 'strong') return undefined
  const word = label.children[0]
  return word?.type === 'text' && /^(Note|Tip|Warning)$/.test(word.value) ? word.value : undefined
}

/** Wide tables scroll on their own, also by keyboard. The label distinguishes several tables on a page. */
function table(node: TreeElement): ReactNode {
  const label = ['Table', ...headsOf(node)].join(', ')
  const frame = { className: 'Prose-table', role: 'region', 'aria-label': label, tabIndex: 0 }
  return createElement('div', frame, plain(node))
}

function headsOf(node: TreeNode): string[] {
  if (node.type !== 'element') return []
  if (node.tag === 'th') return [textOf(node)]
  return node.children.flatMap(headsOf)
}

function textOf(node: TreeNode): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

function checkbox({ props }: TreeElement): ReactNode {
  const state = props.checked ? 'Done' : 'To do'
  return createElement('input', {
    type: 'checkbox',
    defaultChecked: Boolean(props.checked),
    disabled: true,
    'aria-label': state,
  })
}

function scrolls(tag: string): object {
  return tag === 'pre' ? { tabIndex: 0 } : {}
}

function isBlank(node: TreeNode): boolean {
  return node.type === 'text' && node.value.trim() === ''
}
