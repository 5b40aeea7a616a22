import type { Elements } from './elements.ts'

/** An amount, a key, an account number or a reference, which browsers' translators must not change. */
export function Verbatim({ children, className }: { children: string; className?: string }) {
  return (
    <span className={className} translate="no">
      {children}
    </span>
  )
}

/** Marks the values in a sentence: verbatim`Place the order, ${price}`. */
export function verbatim(texts: TemplateStringsArray, ...values: string[]): Elements {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
    <span key={index}>
      <span>{text}</span>
      {index < values.length && <Verbatim>{values[index] ?? ''}</Verbatim>}
    </span>
  ))
}
