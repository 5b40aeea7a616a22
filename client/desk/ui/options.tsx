type Props = { of: readonly (readonly [value: string, label: string])[] }

/** A select's options by their labels. */
export function Options({ of }: Props) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
