import type { PricingPage } from '#shared/content/content-pages.ts'
import { Icon } from '../../site/ui/icon.tsx'

export function Included({ title, items }: PricingPage['included']) {
  return (
    <section className="section section--tight" data-tone="paper">
      <div className="wrap Split">
        <h2 className="Split-title">{title}</h2>
        <ul className="Ticks">
          {items.map((item) => (
            <li key={item}>
              <Icon name="check" />
              <span>{item}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
