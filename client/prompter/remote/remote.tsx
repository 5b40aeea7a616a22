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
import { RemoteButtons } from './remote-buttons.tsx'
import { createRemoteControl } from './remote-control.ts'
import type { HostState } from './remote-messages.ts'

export function Remote() {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { host, send } = useRemoteControl()
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

  /** The prompter's own keys work here too, but Escape closes the dialog. */
  function onKeyDown(event: KeyboardEvent) {
    const meaning = keyMeaning(event, focusedOf(event.target as Element))
    if (!host || !meaning || meaning === 'leave') return
    event.preventDefault()
    if (event.repeat && isOncePerPress(meaning)) return
    send(meaning === 'mirror' ? { type: 'change', settings: { mirror: !host.settings.mirror } } : meaning)
  }

  return (
    <dialog
      className="Remote"
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
        <p role="status">{statusText(host)}</p>
        {host ? <Steering host={host} send={send} /> : host === null && <Absent />}
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

function Absent() {
  return (
    <p className="Remote-absent">
      Open the home page in another window of this browser and go to its prompter. This remote finds it by
      itself.
    </p>
  )
}

function statusText(host: HostState | null | undefined): string {
  if (host) return phaseText(host.phase, () => host.used)
  return host === null ? 'No window is prompting.' : 'Looking for a prompter…'
}

function useRemoteControl() {
  const [host, setHost] = useState<HostState | null>()
  const [send, setSend] = useState<(command: Command) => void>(() => ignore)

  useEffect(() => {
    const control = createRemoteControl()
    setSend(() => control.send)
    control.steered.subscribe(({ host }) => setHost(host?.state ?? (host === null ? null : undefined)))
    return control.close
  }, [])

  return { host, send }
}

function ignore() {}
