import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef } from 'react'
import type { PublicConfig } from '#shared/pages/render.ts'
import { useAppState } from '../site/framework/app-state.tsx'
import { Icon } from '../site/ui/icon.tsx'
import { NoCheck } from './no-check.tsx'
import { useWidget, type WidgetState } from './use-widget.ts'
import '../site/styles/verify.css'

export type HumanCheckHandle = {
  /** A token works only once, so a failed try needs another check. */
  reset(): void
}

type Props = { ref?: Ref<HumanCheckHandle>; error?: string | undefined; onPassed(): void }

export function HumanCheck(props: Props) {
  const { verification } = useAppState().config
  return verification ? <WidgetCheck {...props} settings={verification} /> : <NoCheck />
}

type WidgetProps = Props & { settings: NonNullable<PublicConfig['verification']> }

/** The third party isn't contacted until visitors use the form; a button of the same size reserves the space. */
function WidgetCheck({ ref, error, onPassed, settings }: WidgetProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { state, start, reset } = useWidget(box, settings)
  const { email } = useAppState().site.company
  const messageId = useId()
  const message = messageOf(state, email, error)

  const passed = useEffectEvent(onPassed)
  useEffect(() => {
    if (state.kind === 'passed') passed()
  }, [state.kind])

  useImperativeHandle(ref, () => ({ reset }))

  useEffect(() => {
    const form = group.current?.form
    if (state.kind !== 'idle' || !form) return
    const begun = new AbortController()
    for (const event of ['focusin', 'pointerdown']) {
      form.addEventListener(event, start, { once: true, signal: begun.signal })
    }
    return () => begun.abort()
  })

  const begin = useEffectEvent(start)
  useEffect(() => {
    // The visitor began before the application was loaded.
    if (group.current?.form?.contains(document.activeElement)) begin()
  }, [])

  const placeholder = state.kind in labels ? labels[state.kind as keyof typeof labels] : null
  return (
    <fieldset
      className="Verify NeedsScript"
      aria-describedby={message ? messageId : undefined}
      tabIndex={-1}
      data-state={state.kind}
      data-invalid={error && state.kind !== 'passed' ? '' : undefined}
      ref={group}
    >
      <legend className="vh">Human verification</legend>
      <div className="Verify-frame">
        <div ref={box} className="Verify-widget" />
        {placeholder && (
          <button
            className="Verify-button"
            type="button"
            onClick={state.kind === 'failed' ? start : undefined}
          >
            <span className="Verify-box">
              <Icon name={state.kind === 'failed' ? 'retry' : 'check'} />
            </span>
            <span className="Verify-text">
              <span>{placeholder}</span> <small>A quick check, to keep out spam</small>
            </span>
          </button>
        )}
      </div>
      <p className={message ? 'Field-error' : 'vh'} id={messageId} role="status">
        {message && <Icon name="alert" />}
        <span>{message}</span>
      </p>
    </fieldset>
  )
}

const labels = { idle: 'I’m a person', loading: 'Loading the check…', failed: 'Try the check again' } as const

function messageOf(state: WidgetState, email: string, error: string | undefined): string {
  if (state.kind === 'failed') return `${state.error.message}. Try the check again, or write to ${email}.`
  if (state.kind === 'expired') return 'The check has run out. Tick the box again.'
  return state.kind === 'passed' ? '' : (error ?? '')
}
