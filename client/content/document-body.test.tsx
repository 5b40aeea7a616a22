import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { TreeElement, TreeNode } from '#shared/content/content-tree.ts'
import { DocumentBody } from './document-body.tsx'

describe('text and elements', () => {
  it('renders what Markdown makes', () => {
    expect(render(h('p', {}, 'Say ', h('strong', {}, 'this'), '.'), '\n', h('hr'))).toBe(
      '<p>Say <strong>this</strong>.</p>\n<hr/>',
    )
  })

  it('writes names as HTML does, and joins lists', () => {
    const pre = h('pre', { className: ['language-js', 'line-numbers'], dataLine: '1,3' }, h('code', {}, 'x'))
    expect(render(pre)).toBe(
      '<pre class="language-js line-numbers" data-line="1,3" tabindex="0"><code>x</code></pre>',
    )
  })

  it('keeps a heading’s anchor', () => {
    const anchor = h(
      'a',
      { href: '#why', ariaHidden: 'true', tabIndex: -1 },
      h('span', { className: ['icon'] }),
    )
    expect(render(h('h2', { id: 'why' }, anchor, 'Why'))).toBe(
      '<h2 id="why"><a href="#why" aria-hidden="true" tabindex="-1"><span class="icon"></span></a>Why</h2>',
    )
  })

  it('fetches images late', () => {
    expect(render(h('img', { src: '/a.png', alt: 'A' }))).toBe(
      '<img src="/a.png" alt="A" loading="lazy" decoding="async"/>',
    )
  })

  it('lets a wide table scroll, without the blanks between its rows', () => {
    const row = h('tr', {}, '\n', h('td', { align: 'right' }, '1'), '\n')
    expect(render(h('table', {}, '\n', h('tbody', {}, '\n', row)))).toBe(
      '<div class="Prose-table" role="region" aria-label="Table" tabindex="0">' +
        '<table><tbody><tr><td align="right">1</td></tr></tbody></table></div>',
    )
  })

  it('shows a task’s box, not to be changed', () => {
    expect(render(h('input', { type: 'checkbox', checked: true, disabled: true }))).toBe(
      '<input type="checkbox" disabled="" aria-label="Done" checked=""/>',
    )
  })

  it('causes no warning of React', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    render(
      h('ul', { className: ['contains-task-list'] }, '\n', h('li', {}, h('input', { type: 'checkbox' }))),
      h('img', { src: '/a.png', alt: '' }),
      h('td-x', { somethingNew: 1 }, 'x'),
    )
    expect(error).not.toHaveBeenCalled()
    error.mockRestore()
  })
})

describe('links', () => {
  it('stays inside the site for internal ones', () => {
    expect(render(h('nuxt-link', { to: '/news/a?b=c#d' }, 'A'))).toMatch(
      /^<a href="\/news\/a\?b=c#d"[^>]*>A<\/a>$/,
    )
  })

  it('keeps what an outside link says of itself', () => {
    const link = h(
      'a',
      { href: 'https://example.com', rel: ['nofollow', 'noopener'], target: '_blank' },
      'Out',
    )
    expect(render(link)).toBe('<a href="https://example.com" rel="nofollow noopener" target="_blank">Out</a>')
  })

  it.each(['mailto:a@b.example', 'tel:+61200000000', '#top', './other', '//example.com/x', 'a/b:c?d:e'])(
    'lets %s through',
    (href) => expect(render(h('a', { href }, 'x'))).toContain(`href="${href}"`),
  )

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
  ])('drops %j', (href) => {
    expect(render(h('a', { href }, 'x'))).toBe('<a>x</a>')
    expect(render(h('nuxt-link', { to: href }, 'x'))).toBe('<span>x</span>')
    expect(render(h('img', { src: href, alt: '' }))).not.toContain('src')
  })
})

describe('what must not reach the page', () => {
  it.each([
    'script',
    'style',
    'iframe',
    'object',
    'embed',
    'template',
    'svg',
    'math',
    'form',
    'base',
    'meta',
  ])('leaves out <%s> with all that is in it', (tag) =>
    expect(render(h('p', {}, 'a', h(tag, {}, 'evil'), 'b'))).toBe('<p>ab</p>'),
  )

  it('keeps the words of an unknown element, without the element', () => {
    expect(render(h('info-box', { onClick: 'x' }, h('em', {}, 'note')))).toBe('<em>note</em>')
  })

  it('drops handlers, styles and the properties React reserves', () => {
    const props = {
      onClick: 'alert(1)',
      onerror: 'alert(1)',
      style: 'position:fixed',
      srcDoc: '<b>',
      formAction: '/x',
      dangerouslySetInnerHTML: { __html: '<b>evil</b>' },
      ref: 'x',
      key: 'x',
      id: 'kept',
    }
    expect(render(h('p', props, 'x'))).toBe('<p id="kept">x</p>')
  })

  it('drops form controls other than a task’s box', () => {
    expect(render(h('input', { type: 'image', src: '/x' }))).toBe('')
    expect(render(h('button', {}, 'x'))).toBe('')
  })
})

function render(...children: TreeNode[] | (TreeNode | string)[]): string {
  const nodes = children.map((child) => (typeof child === 'string' ? text(child) : child))
  return renderToStaticMarkup(
    <MemoryRouter>
      <DocumentBody body={{ type: 'root', children: nodes }} />
    </MemoryRouter>,
  )
}

function h(
  tag: string,
  props: Record<string, unknown> = {},
  ...children: (TreeNode | string)[]
): TreeElement {
  return {
    type: 'element',
    tag,
    props,
    children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
  }
}

function text(value: string): TreeNode {
  return { type: 'text', value }
}
