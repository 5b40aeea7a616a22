/** Whether an order or quote changes an existing licence, so that it issues no key. */
export function changesLicence(lines: readonly { change: unknown }[]): boolean {
  return lines.some(({ change }) => change !== null)
}
