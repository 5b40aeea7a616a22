let names: Intl.DisplayNames | undefined

/** "NZ" → "New Zealand" */
export function countryName(code: string): string {
  // Loading the names takes longer than most starts, so the first use does it.
  names ??= new Intl.DisplayNames('en-AU', { type: 'region' })
  return names.of(code) ?? code
}
