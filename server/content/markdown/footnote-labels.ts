import type { Nodes, Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** Replaces a space. Unicode reserves it for internal use, so no text contains it. */
const space = '\ufdd0'

/** GFM forbids spaces in footnote labels, as in `[^my note]`. Replaces them in all possible labels. */
export function hideSpaces(source: string): string {
  return source.replace(/\[\^[^[\]\n]+\]/g, (label) => label.replaceAll(' ', space))
}

/** Restores the hidden spaces. */
export function showSpaces() {
  return (tree: Root): void => {
    visit(tree, (node: Nodes) => {
      for (const [name, text] of Object.entries(node)) {
        if (typeof text === 'string' && text.includes(space))
          Object.assign(node, { [name]: text.replaceAll(space, ' ') })
      }
    })
  }
}
