type NetworkInformation = { effectiveType?: string; saveData?: boolean }

/** Whether fetching ahead is welcome: not offline, not on 2g, not with data saver. */
export function mayPrefetch(navigator: Navigator & { connection?: NetworkInformation }): boolean {
  const { onLine, connection } = navigator
  return onLine && !connection?.saveData && !connection?.effectiveType?.includes('2g')
}
