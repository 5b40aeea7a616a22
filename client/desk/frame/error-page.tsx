import { useRouteError } from 'react-router'
import { deskRoutes } from '#shared/desk-routes.ts'
import { summariseError } from '../../framework/page-error.ts'
import { DeskHead } from '../ui/desk-head.tsx'
import { WhoDoesWhat } from './who-does-what.tsx'

const titles: Record<number, string> = {
  403: 'This isn’t on your desk',
  404: 'There is nothing here',
  422: 'This address asks for something impossible',
  429: 'Too many at once',
}

export function DeskErrorPage() {
  const {
    statusCode,
    message,
    title = titles[statusCode] ?? 'We lost our place',
  } = summariseError(useRouteError())
  return (
    <>
      <DeskHead title={title} lead={message || 'Nothing was opened and nothing has changed.'} />
      <section className="Paper" data-tone="paper">
        <div className="Stack">
          {statusCode === 403 && <p>Nothing was opened. If you need what is here, ask for it.</p>}
          <p>
            <a className="Button" href={deskRoutes.home}>
              <span className="Button-cue" />
              Back to today
            </a>
          </p>
          {statusCode === 403 && <WhoDoesWhat />}
        </div>
      </section>
    </>
  )
}

/** Used if even the frame couldn't be loaded. */
export function BareErrorPage() {
  return (
    <div className="Desk Desk--bare" data-tone="glass">
      <main id="main">
        <DeskErrorPage />
      </main>
    </div>
  )
}
