import type { ComponentProps } from 'react'

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
