import type { AppUpdater } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderPlatform, ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'

type Machine = {
  platform: ProviderPlatform
  /** Becomes `autoUpdater.requestHeaders`. */
  headers?: Record<string, string>
}

type Request = { hostname: string; port: string; path: string; headers?: Record<string, string> }

/** The application's `publish: { provider: generic, url }`, without Electron's network. */
export function updaterOf(origin: string, { platform, headers = {} }: Machine): GenericProvider {
  const executor = {
    async request({ hostname, port, path, headers: sent = {} }: Request) {
      const response = await fetch(`http://${hostname}:${port}${path}`, { headers: sent })
      if (!response.ok) throw new Error(String(response.status))
      return response.text()
    },
  } as unknown as ProviderRuntimeOptions['executor']
  const updater = { channel: null, isAddNoCacheQuery: true } as unknown as AppUpdater
  const options = { platform, executor, isUseMultipleRangeRequest: false }
  const provider = new GenericProvider({ provider: 'generic', url: `${origin}/updates` }, updater, options)
  provider.setRequestHeaders(headers)
  return provider
}
