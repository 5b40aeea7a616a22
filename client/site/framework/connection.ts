type NetworkInformation = { effectiveType?: string; saveData?: boolean }

/** False offline, on 2g and with data saver. */
export function mayPrefetch(navigator: Navigator & { connection?: NetworkInformation }): boolean {
  const { onLine, connection } = navigator
  return onLine && !connection?.saveData && !connection?.effectiveType?.includes('2g')
}
