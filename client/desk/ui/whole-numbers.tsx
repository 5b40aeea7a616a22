import { isDocumentNumber } from '#shared/orders/numbers.ts'

/** Keeps numbers of orders and documents from breaking at their hyphens. */
export function WholeNumbers({ children }: { children: string }) {
  return children.split(/([A-Z\d]+(?:-\d+)+)/).map((part, index) =>
    isDocumentNumber(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, and keep their order
      <span className="whole" key={index}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
