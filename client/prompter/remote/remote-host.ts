import type { Prompter } from '../prompter.ts'
import { type Channel, goneAfter, parseRemoteMessage } from './remote-messages.ts'

const readingMax = 240

/**
 * Lets other windows of this browser, or a phone, control a prompter.
 * @returns `isSteered` tells whether a remote has asked lately
 */
export function hostRemote(prompter: Prompter, channel: Channel) {
  const id = newId()
  // When this window was last used; 0 gives precedence to other windows.
  let activeAt = 0
  let askedAt = Number.NEGATIVE_INFINITY

  channel.listen((data) => {
    const message = parseRemoteMessage(data)
    if (message?.kind === 'ask') {
      askedAt = Date.now()
      tell()
    }
    if (message?.kind === 'command' && message.to === id) prompter.run(message.command)
  })
  const unsubscribe = prompter.store.subscribe(tell)
  tell()

  return {
    /** Call it when the visitor uses this window, because remotes control the window used last. */
    touch() {
      activeAt = Date.now()
    },
    isSteered: () => Date.now() - askedAt < goneAfter,
    close() {
      unsubscribe()
      channel.post({ kind: 'bye', from: id })
      channel.close()
    },
  }

  function tell() {
    const { phase, settings } = prompter.store.getState()
    const { used, left } = prompter.readings.getState()
    const reading = prompter.reading().slice(0, readingMax)
    channel.post({ kind: 'state', from: id, state: { phase, settings, used, left, reading, activeAt } })
  }
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-')
}
