import type { Command } from '../model/commands.ts'
import { membersOf } from '../model/members-of.ts'
import {
  changeSettings,
  defaultSettings,
  limits,
  type NumericSetting,
  type Settings,
} from '../model/settings.ts'
import type { Phase } from '../model/transition.ts'

export type HostState = {
  phase: Phase
  settings: Settings
  /** In seconds. */
  used: number
  left: number
  /** The text of the paragraph on the reading line. */
  reading: string
  /** When the visitor last used the prompting window, in epoch milliseconds. */
  activeAt: number
}

/** The common interface of a channel within the browser and one through the server. */
export type Channel = {
  /** Call it once. */
  listen(hear: (data: unknown) => void): void
  post(message: RemoteMessage): void
  close(): void
}

export type RemoteMessage =
  | { kind: 'ask' }
  | { kind: 'command'; to: string; command: Command }
  | { kind: 'state'; from: string; state: HostState }
  | { kind: 'bye'; from: string }

/** A prompting window and its last report. */
export type Host = { id: string; heardAt: number; state: HostState }

/** Milliseconds between a remote's questions. `goneAfter` is the silence after which a window counts as closed. */
export const askEvery = 1000
export const goneAfter = 2500

/** Picks the most recently used of the windows that have reported lately. */
export function chooseHost(hosts: readonly Host[], now: number): Host | null {
  const present = hosts.filter(({ heardAt }) => now - heardAt < goneAfter)
  return present.sort((a, b) => b.state.activeAt - a.state.activeAt || (a.id < b.id ? -1 : 1))[0] ?? null
}

/**
 * The other window may run another version of this code.
 * @returns null for an unknown message
 */
export function parseRemoteMessage(data: unknown): RemoteMessage | null {
  const { kind, to, from, command, state } = membersOf(data)
  if (kind === 'ask') return { kind }
  if (kind === 'bye' && typeof from === 'string') return { kind, from }
  if (kind === 'command' && typeof to === 'string') {
    const parsed = parseCommand(membersOf(command))
    return parsed && { kind, to, command: parsed }
  }
  if (kind === 'state' && typeof from === 'string') {
    const parsed = parseState(membersOf(state))
    return parsed && { kind, from, state: parsed }
  }
  return null
}

function parseCommand({
  type,
  lines,
  pages,
  setting,
  steps,
  settings,
}: Record<string, unknown>): Command | null {
  switch (type) {
    case 'start':
    case 'stop':
    case 'toggle':
    case 'top':
      return { type }
    case 'step':
      return isWhole(lines) ? { type, lines } : null
    case 'page':
      return isWhole(pages) ? { type, pages } : null
    case 'nudge':
      return isWhole(steps) && isSetting(setting) ? { type, setting, steps } : null
    case 'change':
      return { type, settings: membersOf(settings) }
    default:
      return null
  }
}

function parseState(state: Record<string, unknown>): HostState | null {
  const { phase, settings, used, left, reading, activeAt } = state
  if (!isPhase(phase) || !isNumber(used) || !isNumber(left) || !isNumber(activeAt)) return null
  if (typeof reading !== 'string') return null
  const shown = changeSettings(defaultSettings({ narrow: false }), membersOf(settings))
  return { phase, settings: shown, used, left, reading, activeAt }
}

const phases: readonly unknown[] = [
  'empty',
  'ready',
  'counting',
  'running',
  'stopped',
  'ended',
] satisfies Phase[]

function isPhase(value: unknown): value is Phase {
  return phases.includes(value)
}

function isSetting(value: unknown): value is NumericSetting {
  return typeof value === 'string' && Object.hasOwn(limits, value)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
