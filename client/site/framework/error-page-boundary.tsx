import { Component, type ReactNode } from 'react'
import { routes } from '#shared/routes/routes.ts'

/** The last resort: wraps the error page, and on the server the whole document. */
export class ErrorPageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorPageFailed /> : this.props.children
  }
}

/** Uses nothing that could have failed: no router, no state, no component's CSS. */
export function ErrorPageFailed() {
  return (
    <main>
      <title>An error occurred while showing the error page</title>
      <div className="wrap section" data-tone="glass">
        <h1>An error occurred while showing the error page</h1>
        <p>
          <a href={routes.home}>Go back to home</a>
        </p>
      </div>
    </main>
  )
}
