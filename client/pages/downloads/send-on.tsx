import { useState } from 'react'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { sendLink } from './send-link.ts'

/** Offers to send the page's link from a phone or tablet to a computer. */
export function SendOn() {
  const { site, config } = useAppState()
  const isLive = useHydrated()
  const [message, setMessage] = useState('')
  const url = config.siteUrl + routes.downloads

  async function send() {
    const sent = await sendLink(navigator, { title: `Download ${site.product}`, url })
    setMessage(sentences[sent])
  }

  return (
    <section className="Sheet SendOn OnPhone" aria-labelledby="send-on">
      <div>
        <h2 className="Sheet-title" id="send-on">{`${site.product} runs on a computer`}</h2>
        <p>
          Send this page to the one you’ll read from, or open <b>{url.replace(/^https?:\/\//, '')}</b> there.
        </p>
      </div>
      <button className="Button Button--wide NeedsScript" type="button" disabled={!isLive} onClick={send}>
        <Icon name="send" />
        Send it to my computer
      </button>
      <p role="status">{message}</p>
    </section>
  )
}

const sentences = {
  shared: '',
  copied: 'The link is copied. Paste it into a message to yourself.',
  neither: 'This browser can’t send it. Type the address above on the computer.',
}
