/** Such an order or quote sends no key. */
export function changesLicence(lines: readonly { change: unknown }[]): boolean {
  return lines.some(({ change }) => change !== null)
}
