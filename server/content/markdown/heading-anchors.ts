import GithubSlugger, { slug } from 'github-slugger'
import type { Link, Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

/** A heading without letters, such as an emoji, gets the anchor `section`. */
export function headingAnchors() {
  return (tree: Root) => {
    const slugger = new GithubSlugger()
    visit(tree, 'heading', (heading) => {
      const text = textOf(heading)
      const id = slugger.slug(slug(text) === '' ? madeUpId : text)
      heading.data = { ...heading.data, hProperties: { id } }
      heading.children.unshift(anchorTo(id))
    })
  }
}

const madeUpId = 'section'

function anchorTo(id: string): Link {
  return {
    type: 'link',
    url: `#${id}`,
    children: [],
    data: {
      hProperties: { ariaHidden: 'true', tabIndex: -1 },
      hChildren: [
        { type: 'element', tagName: 'span', properties: { className: ['icon', 'icon-link'] }, children: [] },
      ],
    },
  }
}
