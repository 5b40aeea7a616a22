import { createStore } from 'zustand/vanilla'
import type { Command } from '../model/commands.ts'
import { askEvery, type Channel, chooseHost, type Host, parseRemoteMessage } from './remote-messages.ts'

/** The remote's side: finds the prompting window, and sends commands to it. */
export function createRemoteControl(channel: Channel) {
  const hosts = new Map<string, Host>()
  /** `host` is null if no window prompts, and undefined until one has had time to answer. */
  const steered = createStore<{ host: Host | null | undefined }>(() => ({ host: undefined }))

  channel.listen((data) => {
    const message = parseRemoteMessage(data)
    if (message?.kind === 'state') {
      hosts.set(message.from, { id: message.from, heardAt: Date.now(), state: message.state })
    }
    if (message?.kind === 'bye') hosts.delete(message.from)
    if (message?.kind === 'state' || message?.kind === 'bye') choose()
  })
  const timer = setInterval(() => {
    choose()
    channel.post({ kind: 'ask' })
  }, askEvery)
  channel.post({ kind: 'ask' })

  return {
    steered,
    send(command: Command) {
      const { host } = steered.getState()
      if (host) channel.post({ kind: 'command', to: host.id, command })
    },
    close() {
      clearInterval(timer)
      channel.close()
    },
  }

  function choose() {
    steered.setState({ host: chooseHost([...hosts.values()], Date.now()) })
  }
}
