import { createElement, Fragment, type ReactNode } from 'react'
import { cleanBody } from '#shared/clean-body.ts'
import type { Tree, TreeElement, TreeNode } from '#shared/content-tree.ts'
import { PageLink } from '../framework/page-link.tsx'

/** A document's body as React elements. Nothing in it can run. */
export function DocumentBody({ body }: { body: Tree }) {
  return createElement(Fragment, null, ...cleanBody(body).map(toReact))
}

/** Elements between whose children white space means nothing, and React allows none. */
const spaceless = new Set(['colgroup', 'dl', 'ol', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'])

const empty = new Set(['br', 'col', 'hr', 'img', 'input', 'wbr'])

/** An image in several widths fills the column of text, which is 62 characters at the most. */
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
  const kept = spaceless.has(tag) ? children.filter((child) => !isBlank(child)) : children
  return kept.map(toReact)
}

function internalLink(node: TreeElement): ReactNode {
  const { href, ...attributes } = node.props
  if (typeof href !== 'string') return createElement('span', null, ...childrenOf(node))
  return createElement(PageLink, { ...attributes, to: href }, ...childrenOf(node))
}

/** A quote that begins with a bold **Note**, **Tip** or **Warning** is one: set apart, and not quoted from anybody. */
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

/** Wide tables scroll by themselves, by keyboard too. Their heads tell several on one page apart. */
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
