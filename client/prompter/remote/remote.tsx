import '../../site/styles/switch.css'
import '../../site/styles/prompter-controls.css'
import '../../site/styles/prompter-remote.css'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppState } from '../../site/framework/app-state.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { focusedOf, isOncePerPress, keyMeaning } from '../controls/keys.ts'
import type { Command } from '../model/commands.ts'
import { formatClock } from '../model/timing.ts'
import { phaseText } from '../top-status.tsx'
import { readPairing } from './pairing.ts'
import { type Line, openRelay } from './relay-channel.ts'
import { RemoteButtons } from './remote-buttons.tsx'
import { createRemoteControl } from './remote-control.ts'
import { remoteHash } from './remote-link.ts'
import type { Channel, HostState } from './remote-messages.ts'
import { openWindowChannel } from './window-channel.ts'

export function Remote() {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { host, line, send } = useRemoteControl()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { product } = useAppState().site

  useEffect(() => {
    const { title: before } = document
    document.title = `Remote - ${product}`
    return () => {
      document.title = before
    }
  }, [product])

  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    title.current?.focus()
    return () => shown?.close()
  }, [])

  /** The prompter's keys work here too, except that Escape closes the dialog. */
  function onKeyDown(event: KeyboardEvent) {
    const meaning = keyMeaning(event, focusedOf(event.target as Element))
    if (!host || !meaning || meaning === 'leave') return
    event.preventDefault()
    if (event.repeat && isOncePerPress(meaning)) return
    send(meaning === 'mirror' ? { type: 'change', settings: { mirror: !host.settings.mirror } } : meaning)
  }

  return (
    <dialog
      className="Remote FullWindow"
      data-tone="glass"
      ref={dialog}
      aria-labelledby="remote-title"
      onKeyDown={onKeyDown}
      onClose={() => navigate(pathname + search, { replace: true, preventScrollReset: true })}
    >
      <div className="Remote-in">
        <div className="Remote-head">
          <h2 className="Remote-title" id="remote-title" ref={title} tabIndex={-1}>
            Remote
          </h2>
          <IconButton icon="close" name="Close the remote" onClick={() => dialog.current?.close()} />
        </div>
        <p role="status">{line && line !== 'open' ? lineWords[line] : statusText(host)}</p>
        {host ? <Steering host={host} send={send} /> : host === null && <Absent elsewhere={line !== null} />}
      </div>
    </dialog>
  )
}

function Steering({ host, send }: { host: HostState; send(command: Command): void }) {
  return (
    <>
      <p className="Remote-times">
        <b>{formatClock(host.used)}</b> used <b>{formatClock(host.left)}</b> left
      </p>
      <p className="Remote-reading" dir="auto">
        {host.reading}
      </p>
      <RemoteButtons host={host} send={send} />
    </>
  )
}

function Absent({ elsewhere }: { elsewhere: boolean }) {
  return (
    <p className="Remote-absent">
      {elsewhere
        ? 'Keep the page with the code open on the other device. This remote finds it by itself.'
        : 'Open the home page in another window of this browser and go to its prompter. This remote finds it by itself.'}
    </p>
  )
}

const lineWords: Record<Exclude<Line, 'open'>, string> = {
  connecting: 'Connecting…',
  lost: 'The connection is lost. Trying again…',
  taken: 'Another phone steers now.',
  over: 'The code has ended. Ask for a new one beside the prompter, and scan it.',
}

function statusText(host: HostState | null | undefined): string {
  if (host) return phaseText(host.phase, () => host.used)
  return host === null ? 'No window is prompting.' : 'Looking for a prompter…'
}

function useRemoteControl() {
  const [host, setHost] = useState<HostState | null>()
  const [line, setLine] = useState<Line | null>(null)
  const [send, setSend] = useState<(command: Command) => void>(() => ignore)
  const { apiBaseUrl } = useAppState().config
  const { hash } = useLocation()

  useEffect(() => {
    let control: ReturnType<typeof createRemoteControl> | undefined
    let closed = false
    openChannel(hash, apiBaseUrl, setLine).then((channel) => {
      if (closed) return channel?.close()
      if (!channel) return setLine('over')
      control = createRemoteControl(channel)
      setSend(() => control?.send ?? ignore)
      control.steered.subscribe(({ host }) => setHost(host?.state ?? (host === null ? null : undefined)))
    })
    return () => {
      closed = true
      control?.close()
    }
  }, [hash, apiBaseUrl])

  return { host, line, send }
}

/** @returns null if the code is incomplete */
async function openChannel(
  hash: string,
  apiBaseUrl: string,
  onLine: (line: Line) => void,
): Promise<Channel | null> {
  if (hash === remoteHash) return openWindowChannel()
  onLine('connecting')
  const pairing = await readPairing(hash)
  return pairing && openRelay(pairing, 'phone', { apiBaseUrl, onLine })
}

function ignore() {}
