import { type ComponentType, useEffect, useState } from 'react'
import { useAppState } from '../../site/framework/app-state.tsx'
import { CopyButton } from '../../site/ui/copy-button.tsx'
import type { Host } from '../use-prompter.ts'
import { canPair, openRoom } from './pairing.ts'
import { type Line, openRelay } from './relay-channel.ts'

type Opened = { link: string; QrCode: ComponentType<{ text: string; name: string }>; close(): void }

/** Shows a QR code that opens the remote on a phone. The room closes with the page. */
export function PhoneInvitation({ host }: { host: Host }) {
  const { apiBaseUrl, phoneRemote } = useAppState().config
  const [opened, setOpened] = useState<Opened | 'opening' | 'failed' | null>(null)
  const [line, setLine] = useState<Line>('connecting')

  useEffect(() => {
    if (opened === null || typeof opened === 'string') return
    addEventListener('pagehide', opened.close)
    return () => {
      removeEventListener('pagehide', opened.close)
      opened.close()
    }
  }, [opened])

  if (!phoneRemote || !canPair) return null

  async function open() {
    setOpened('opening')
    setLine('connecting')
    try {
      const [{ QrCode }, { link, ...pairing }] = await Promise.all([
        import('./qr-code.tsx'),
        openRoom(apiBaseUrl),
      ])
      const end = host(openRelay(pairing, 'glass', { apiBaseUrl, onLine: setLine }))
      const close = () => {
        end()
        setOpened(null)
      }
      setOpened({ link, QrCode, close })
    } catch {
      setOpened('failed')
    }
  }

  if (opened === null || typeof opened === 'string')
    return (
      <div className="Row Prompter-remote">
        <button className="TextLink" type="button" disabled={opened === 'opening'} onClick={open}>
          Steer it from your phone
        </button>{' '}
        <span role="status">
          {opened === 'failed'
            ? 'That didn’t work. Try again in a minute.'
            : 'A code to scan: nothing to install.'}
        </span>
      </div>
    )
  return (
    <div className="Row PhoneCode">
      <opened.QrCode text={opened.link} name="A code that opens the remote on your phone" />
      <div>
        <p role="status">{words[line]}</p>
        <p>
          It lasts an hour, or until you leave. The two devices seal what they send with a key that only the
          code holds, so our server passes on what it can’t read.
        </p>
        <div className="Row PhoneCode-acts">
          <CopyButton text={opened.link} label="the link" labelled />
          <button className="TextLink" type="button" onClick={opened.close}>
            Close the code
          </button>
        </div>
      </div>
    </div>
  )
}

const words: Record<Line, string> = {
  connecting: 'Connecting…',
  open: 'Scan it with your phone’s camera.',
  lost: 'The connection is lost. Trying again…',
  taken: 'Another window took this place. Close the code and ask for a new one.',
  over: 'The hour is over. Close the code and ask for a new one.',
}
