import type { Channel } from './remote-messages.ts'

const name = 'prompter'

/** A channel to the other windows of this browser. */
export function openWindowChannel(): Channel {
  const channel = new BroadcastChannel(name)
  return {
    listen: (hear) => {
      channel.onmessage = ({ data }) => hear(data)
    },
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
