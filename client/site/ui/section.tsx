import type { ComponentProps } from 'react'
import type { Elements } from './elements.ts'

type Props = ComponentProps<'section'> & {
  /** Further classes of what is inside, which is as wide as the page's text. */
  wrap?: string
}

/** A part of a page, on paper. */
export function Section({ className, wrap, children, ...rest }: Props) {
  return (
    <section className={className ? `section ${className}` : 'section'} data-tone="paper" {...rest}>
      <div className={wrap ? `wrap ${wrap}` : 'wrap'}>{children}</div>
    </section>
  )
}

type SplitProps = Omit<ComponentProps<'section'>, 'children'> & {
  title: string
  lede?: string
  /** Stands below the title. */
  beside?: Elements
  children: Elements
}

/** A title, and what belongs to it beside it. */
export function SplitSection({ id, title, lede, beside, children, ...rest }: SplitProps) {
  return (
    <Section aria-labelledby={id} wrap="Split" {...rest}>
      <div>
        <h2 className="Split-title" id={id}>
          {title}
        </h2>
        {lede && <p className="Lede">{lede}</p>}
        {beside}
      </div>
      {children}
    </Section>
  )
}
