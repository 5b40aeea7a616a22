import type { MailBlock } from '#shared/desk/mail-answers.ts'
import { Address } from '../ui/address.tsx'

/** A mail as its recipient sees it. */
export function MailBody({ blocks }: { blocks: readonly MailBlock[] }) {
  return (
    <div className="MailBody">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks keep their order
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: MailBlock }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Address>{block.text}</Address>
        </p>
      )
    case 'action':
      return (
        <p>
          <Link {...block} className="Button Button--quiet" />
        </p>
      )
    case 'links':
      return (
        <ul>
          {block.links.map((link) => (
            <li key={link.label}>
              <Link {...link} />
            </li>
          ))}
        </ul>
      )
    case 'keys':
      return (
        <ul>
          {block.keys.map(({ key, note }) => (
            <li key={key}>
              <span className="mono">{key}</span> <span className="dim">{note}</span>
            </li>
          ))}
        </ul>
      )
    case 'facts':
      return <Pairs pairs={block.facts.map(({ term, value }) => [term, value])} />
    case 'amounts':
      return <Pairs isSum pairs={block.amounts.map(({ label, amount }) => [label, amount])} />
    case 'quote':
      return <blockquote>{block.text}</blockquote>
  }
}

/** A link without its token would open nothing, so it is shown as text. */
function Link({ label, url, className }: { label: string; url: string; className?: string }) {
  return url.includes('…') ? (
    <>
      <b>{label}</b> <span className="dim">its link is the reader’s</span>
    </>
  ) : (
    <a className={className} href={url}>
      {label}
    </a>
  )
}

function Pairs({ pairs, isSum = false }: { pairs: [string, string][]; isSum?: boolean }) {
  return (
    <dl className={isSum ? 'Facts is-sums' : 'Facts'}>
      {pairs.map(([term, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same name, and they keep their order
        <div key={index}>
          <dt>{term}</dt>
          <dd>
            {value.startsWith('npm run ') ? <code className="cmd">{value}</code> : <Address>{value}</Address>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
