import { useAppState } from '../framework/app-state.tsx'

/** The mark, with the name as live text. */
export function Brand() {
  const { site } = useAppState()
  return (
    <>
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path fill="currentColor" fillOpacity=".45" d="M12 4.5h14v4.6H12zM12 22.9h10v4.6H12z" />
        <path fill="currentColor" d="M12 13h19v6H12z" />
        <path fill="#ffb627" d="M1 11.2h4.4L9.6 16l-4.2 4.8H1z" />
      </svg>
      <span>{site.product}</span>
    </>
  )
}
