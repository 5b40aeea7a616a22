import { companyLine } from '#shared/seller/company.ts'
import type { Site } from '#shared/seller/site.ts'
import { escapeHtml } from '../../../shared/text/escape-html.ts'
import type { Block, Letter } from './blocks.ts'
import { adaptiveStyles, style } from './html-styles.ts'

/** Text that is already escaped. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Uses inline styles, because many mail programs drop others. Loads nothing, so opening a mail stays private.
 */
export function html(letter: Letter, site: Site): string {
  const { company, product } = site
  const page = markup`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${letter.subject}</title>
<style>${new Markup(adaptiveStyles)}</style>
</head>
<body class="paper" style="${style.body}">
<div style="${style.wrap}">
<p style="${style.mark}"><span style="${style.cue}"></span>${product}</p>
<div class="sheet" style="${style.sheet}">
<h1 class="ink" style="${style.title}">${letter.title}</h1>
${letter.blocks.map(markupOf)}
</div>
<p class="quiet" style="${style.end}">${letter.reason}</p>
<p class="quiet" style="${style.end}">${companyLine(company)}<br><a class="quiet" style="${style.endLink}" href="mailto:${company.email}">${company.email}</a></p>
</div>
</body>
</html>
`
  return page.text
}

function markupOf(block: Block): Markup {
  switch (block.type) {
    case 'paragraph':
      return markup`<p style="${style.paragraph}">${block.text}</p>
`
    case 'action':
      return markup`<p style="${style.paragraph}"><a class="button" style="${style.button}" href="${block.url}">${block.label}</a></p>
`
    case 'links':
      return markup`<p style="${style.paragraph}">${block.links.map(linkMarkup)}</p>
`
    case 'keys':
      return markup`${block.keys.map(keyMarkup)}`
    case 'facts':
      return tableMarkup(block.facts.map(({ term, value }) => [term, value]))
    case 'amounts':
      return tableMarkup(
        block.amounts.map(({ label, amount }) => [label, amount]),
        style.amount,
      )
    case 'quote':
      return markup`<blockquote class="line" style="${style.quote}">${block.text}</blockquote>
`
  }
}

function linkMarkup({ label, url }: { label: string; url: string }, index: number): Markup {
  return markup`${index > 0 ? markup`<br>` : ''}<a class="link" style="${style.link}" href="${url}">${label}</a>`
}

function keyMarkup({ key, note }: { key: string; note: string }): Markup {
  return markup`<div class="glass" style="${style.glass}"><div class="key" style="${style.key}">${key}</div><div style="${style.note}">${note}</div></div>
`
}

/** @param amount style of the second column, whose last row is the total */
function tableMarkup(rows: string[][], amount = ''): Markup {
  const cells = rows.map(([first = '', second = ''], index) => {
    const total = amount && index === rows.length - 1 ? style.total : ''
    return markup`<tr><th class="soft line" scope="row" style="${style.term}${total}">${first}</th><td class="line" style="${style.value}${amount}${total}">${second}</td></tr>
`
  })
  return markup`<table style="${style.table}"><tbody>
${cells}</tbody></table>
`
}

/** Escapes every value that isn't `Markup`. */
function markup(strings: TemplateStringsArray, ...values: (string | Markup | Markup[])[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...values.map(toText)))
}

function toText(value: string | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map(({ text }) => text).join('')
  return value instanceof Markup ? value.text : escapeHtml(value)
}
