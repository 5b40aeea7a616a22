import GithubSlugger from 'github-slugger'
import type { Link, Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

export function headingAnchors() {
  return (tree: Root) => {
    const slugger = new GithubSlugger()
    visit(tree, 'heading', (heading) => {
      const id = slugger.slug(textOf(heading))
      heading.data = { ...heading.data, hProperties: { id } }
      if (id) heading.children.unshift(anchorTo(id))
    })
  }
}

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
