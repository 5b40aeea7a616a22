import { startTransition, useEffect, useState } from 'react'
import type { Arch, Platform } from '#shared/releases/releases.ts'
import { useIsHydrating } from '../../site/framework/use-hydrated.ts'

/** Unknown parts are null. */
export type Computer = { platform: Platform | null; arch: Exclude<Arch, 'universal'> | null }

/**
 * Asks the browser, not the headers Sec-CH-UA-Platform, -Arch and -Bitness, so that all visitors share one
 * HTML. Both parts arrive in one transition, because each renders the whole list again. A phone's list isn't
 * changed.
 */
export function useVisitorComputer(): Computer {
  const isHydrating = useIsHydrating()
  const [computer, setComputer] = useState<Computer>(() => ({
    platform: isHydrating ? null : platformOf(navigator),
    arch: null,
  }))
  useEffect(() => {
    const platform = platformOf(navigator)
    if (!platform) return
    let isGone = false
    archOf(navigator).then((arch) => {
      if (!isGone) startTransition(() => setComputer({ platform, arch }))
    })
    return () => {
      isGone = true
    }
  }, [])
  return computer
}

/** User-Agent Client Hints, https://wicg.github.io/ua-client-hints/, which only Chromium has, on secure origins. */
type Hints = {
  platform: string
  mobile: boolean
  getHighEntropyValues(names: string[]): Promise<{ architecture?: string; bitness?: string }>
}
type Client = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { userAgentData?: Hints }

/** Null for a phone, a tablet and anything unknown. */
export function platformOf({ userAgent, maxTouchPoints, userAgentData }: Client): Platform | null {
  if (userAgentData?.platform) {
    return userAgentData.mobile ? null : findPlatform(({ hint }) => hint === userAgentData.platform)
  }
  if (/Android|iPhone|iPad|iPod|Mobile|CrOS/.test(userAgent)) return null
  const platform = findPlatform(({ agent }) => userAgent.includes(agent))
  // An iPad identifies itself as a Mac, but Macs have no touch screen.
  return platform === 'macos' && maxTouchPoints > 1 ? null : platform
}

/** Safari and Firefox report every Mac as Intel and Windows on ARM as x64, so only client hints count. */
export async function archOf({ userAgent, userAgentData }: Client): Promise<Computer['arch']> {
  if (!userAgentData) return /Linux aarch64/.test(userAgent) ? 'arm64' : null
  const { architecture, bitness } = await userAgentData
    .getHighEntropyValues(['architecture', 'bitness'])
    .catch(() => ({ architecture: undefined, bitness: undefined }))
  return bitness === '64' ? (architectures[architecture ?? ''] ?? null) : null
}

type Names = { hint: string; agent: string }

/** The platform's name in client hints, and the part of the user agent that identifies it. */
const names: Record<Platform, Names> = {
  windows: { hint: 'Windows', agent: 'Windows' },
  macos: { hint: 'macOS', agent: 'Macintosh' },
  linux: { hint: 'Linux', agent: 'Linux' },
}
const architectures: Record<string, Computer['arch']> = { x86: 'x64', arm: 'arm64' }

function findPlatform(isNamed: (names: Names) => boolean): Platform | null {
  return (Object.keys(names) as Platform[]).find((platform) => isNamed(names[platform])) ?? null
}
