/**
 * The members of an unknown value, from another window or from storage.
 * @returns an empty object for anything but an object
 */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
