type NetworkInformation = { effectiveType?: string; saveData?: boolean }

/** False while offline, on 2G and with data saver. */
export function mayPrefetch(navigator: Navigator & { connection?: NetworkInformation }): boolean {
  const { onLine, connection } = navigator
  return onLine && !connection?.saveData && !connection?.effectiveType?.includes('2g')
}
