import type { Nodes, Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** Stands for a space. Unicode keeps it for programs' own use, so no text has it. */
const space = '\ufdd0'

/** GFM forbids spaces in labels of footnotes, as in `[^my note]`. Hides them, wherever a label may stand. */
export function hideSpaces(source: string): string {
  return source.replace(/\[\^[^[\]\n]+\]/g, (label) => label.replaceAll(' ', space))
}

/** Shows the hidden spaces again. */
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
