import { companyLine } from '#shared/seller/company.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Block, Letter } from './blocks.ts'

/** Leaves lines unbroken, because mail programs wrap them to fit. */
export function plainText({ title, blocks, reason }: Letter, site: Site): string {
  const { company } = site
  const end = ['-- ', companyLine(company), company.email, reason].join('\n')
  return `${[title, ...blocks.map(textOf), end].join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return block.text
    case 'action':
      return `${block.label}:\n${block.url}`
    case 'links':
      return block.links.map(({ label, url }) => `${label}: ${url}`).join('\n')
    case 'keys':
      return block.keys.map(({ key, note }) => `${key}\n${note}`).join('\n\n')
    case 'facts':
      return block.facts.map(({ term, value }) => `${term}: ${value}`).join('\n')
    case 'amounts':
      return block.amounts.map(({ label, amount }) => `${label}: ${amount}`).join('\n')
    case 'quote':
      return block.text.replace(/^/gm, '> ')
  }
}
