export function asksToDeactivate(request: unknown): boolean {
  return Object(request).deactivate === true
}
