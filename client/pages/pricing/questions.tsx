import '../../site/styles/faq.css'
import type { PricingPage } from '#shared/content/content-pages.ts'
import { helpRoutes } from '#shared/help/help-routes.ts'

export function Questions({ title, items }: PricingPage['questions']) {
  return (
    <section className="section section--tight" data-tone="paper">
      <div className="wrap Split">
        <h2 className="Split-title">{title}</h2>
        <div className="Faq">
          {items.map(({ question, answer }, index) => (
            <details key={question} open={index === 0}>
              <summary>{question}</summary>
              {/* Browsers open what an address names within. */}
              <p id={helpRoutes.pricingQuestion(index).split('#')[1]}>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
