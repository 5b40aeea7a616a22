import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import type { HomePage } from '#shared/content/content-pages.ts'
import { mayPrefetch } from '../site/framework/connection.ts'
import { whenIdle, whenLoaded, whenNear } from '../site/framework/when.ts'
import type { LivePrompterProps } from './live-prompter.tsx'
import { remoteHash } from './remote/remote-link.ts'
import { StillPrompter } from './still-prompter.tsx'

type Loaded = {
  Live?: ComponentType<LivePrompterProps>
  takeFocus?: boolean
  Remote?: ComponentType
  failed?: true
}

/** Loads the prompter's code when the visitor comes near it or focuses it, or when the browser is idle. */
export function PrompterDemo({ title, lead, script }: HomePage['prompter']) {
  const section = useRef<HTMLElement>(null)
  const isRemote = useLocation().hash.split('=')[0] === remoteHash
  const [{ Live, takeFocus = false, Remote, failed }, setLoaded] = useState<Loaded>({})

  useEffect(() => {
    const take = (loaded: Loaded) => setLoaded((before) => ({ ...before, ...loaded }))
    const fail = () => take({ failed: true })
    if (isRemote) {
      import('./remote/remote.tsx').then(({ Remote }) => take({ Remote }), fail)
      return
    }
    const load = () =>
      import('./live-prompter.tsx').then(({ LivePrompter }) => {
        const part = section.current
        if (!part) return
        // A link to this section focuses the section element itself.
        const takeFocus = part.querySelector(':focus') !== null
        // Renders synchronously, or the focus could move before the live prompter takes it.
        keepHeight(part, () =>
          flushSync(() =>
            setLoaded((before) => (before.Live ? before : { ...before, Live: LivePrompter, takeFocus })),
          ),
        )
      })
    const forget = whenNear(section.current as HTMLElement, () => load().catch(fail))
    // Phones are slow, so they load the code only when the visitor comes near. So does a computer after a failed attempt.
    if (matchMedia('(hover: hover)').matches && mayPrefetch(navigator))
      whenLoaded(() => whenIdle(() => load().then(forget, () => {})))
    return forget
  }, [isRemote])

  return (
    <section ref={section} className="Demo section" data-tone="glass" id="try" aria-labelledby="try-title">
      <div className="wrap">
        <div className="Demo-head">
          <h2 id="try-title">{title}</h2>
          <p className="lead NeedsScript">{lead}</p>
        </div>
        {Live && !isRemote ? (
          <Live sample={script} takeFocus={takeFocus} />
        ) : (
          <StillPrompter script={script} failed={failed} />
        )}
      </div>
      {Remote && isRemote && <Remote />}
    </section>
  )
}

/** WebKit first lays out new content of a query container as empty, which scrolls back anybody reading below it. */
function keepHeight(part: HTMLElement, change: () => void): void {
  part.style.minHeight = `${part.offsetHeight}px`
  change()
  // Reading a height forces the layout of the new content.
  void part.offsetHeight
  part.style.minHeight = ''
}
