import type { MouseEvent } from 'react'
import { remoteAddress } from './remote-link.ts'

/** Opens a tab if the browser has no small windows. */
export function RemoteInvitation() {
  if (!('BroadcastChannel' in window)) return null
  return (
    <p className="Prompter-remote Prompter-remote--window">
      <a className="TextLink" href={remoteAddress} target="_blank" rel="noopener" onClick={openSmall}>
        Open the remote
      </a>{' '}
      <span>Another window of this browser, to start, stop and set the pace from.</span>
    </p>
  )
}

function openSmall(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  if (window.open(remoteAddress, 'prompter-remote', 'popup,width=440,height=760')) event.preventDefault()
}
