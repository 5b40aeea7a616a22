import type { ComponentProps } from 'react'
import type { Elements } from './elements.ts'

type Props = ComponentProps<'section'> & {
  /** Additional classes for the inner element, which has the width of the page's text. */
  wrap?: string
}

/** A section of a page, on paper. */
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
  /** Shown below the title. */
  beside?: Elements
  children: Elements
}

/** A section with its title on one side and its content on the other. */
export function SplitSection({ id, title, lede, beside, children, ...rest }: SplitProps) {
  return (
    <Section aria-labelledby={id} wrap="Split" {...rest}>
      <div>
        <h2 id={id}>{title}</h2>
        {lede && <p className="Lede">{lede}</p>}
        {beside}
      </div>
      {children}
    </Section>
  )
}
