let names: Intl.DisplayNames | undefined

/** "NZ" → "New Zealand" */
export function countryName(code: string): string {
  // The first use loads the names, because loading them would take longer than the rest of most starts.
  names ??= new Intl.DisplayNames('en-AU', { type: 'region' })
  return names.of(code) ?? code
}
