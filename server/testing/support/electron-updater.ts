import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderPlatform, ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'

type Machine = {
  platform: ProviderPlatform
  /** The path of its feeds. */
  feeds?: string
  /** Becomes `autoUpdater.requestHeaders`. */
  headers?: Record<string, string>
}

type Request = { hostname: string; port: string; path: string; headers?: Record<string, string> }

/** The application's `publish: { provider: generic, url }`, without Electron's network. */
export function updaterOf(
  origin: string,
  { platform, feeds = '/updates', headers = {} }: Machine,
): GenericProvider {
  const executor = {
    async request({ hostname, port, path, headers: sent = {} }: Request) {
      const response = await fetch(`http://${hostname}:${port}${path}`, { headers: sent })
      if (!response.ok) throw new Error(String(response.status))
      return response.text()
    },
  } as unknown as ProviderRuntimeOptions['executor']
  const updater = { channel: null, isAddNoCacheQuery: true } as unknown as AppUpdater
  const options = { platform, executor, isUseMultipleRangeRequest: false }
  const provider = new GenericProvider({ provider: 'generic', url: origin + feeds }, updater, options)
  provider.setRequestHeaders(headers)
  return provider
}

type Installed = {
  version: string
  /** The path of its feeds. */
  feeds?: string
  headers?: Record<string, string>
  channel?: 'latest' | 'beta'
  /** The UUID by which the updater finds its place in a rollout; a random one without it. */
  stagingId?: string
  allowDowngrade?: boolean
}

/**
 * What an installed application's check finds, by the code that runs in it.
 * @returns the events that its makers listen to, each with the version it names
 */
export async function checkForUpdates(
  origin: string,
  {
    version,
    feeds = '/updates',
    headers = {},
    channel = 'latest',
    stagingId,
    allowDowngrade = true,
  }: Installed,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'updater-'))
  if (stagingId) writeFileSync(join(folder, '.updaterId'), stagingId)
  const updater = new NsisUpdater(null, installedApp({ version, folder }))
  Object.assign(updater, { httpExecutor: new NodeHttpExecutor(), _testOnlyOptions: { platform: 'win32' } })
  updater.setFeedURL({ provider: 'generic', url: origin + feeds, channel })
  Object.assign(updater, { logger: null, autoDownload: false, allowDowngrade, requestHeaders: headers })
  const events: string[] = []
  updater.on('update-available', (info) => events.push(`available ${info.version}`))
  updater.on('update-not-available', () => events.push('none'))
  updater.on('error', () => events.push('error'))
  await updater.checkForUpdates().catch(() => {})
  rmSync(folder, { recursive: true })
  return events
}

/** What an updater needs of Electron. Its folders are `folder`, which holds `app-update.yml`. */
export function installedApp({ version, folder }: { version: string; folder: string }): AppAdapter {
  return {
    version,
    name: 'App',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  }
}

type ClientRequest = ReturnType<ElectronHttpExecutor['createRequest']>

/** Electron's executor on Node's network. */
export class NodeHttpExecutor extends ElectronHttpExecutor {
  override createRequest(...[options, callback]: Parameters<ElectronHttpExecutor['createRequest']>) {
    return request(options, callback) as unknown as ClientRequest
  }
}
