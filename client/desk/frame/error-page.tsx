import { Fragment } from 'react'
import { useRouteError } from 'react-router'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { summariseError } from '../../site/framework/page-error.ts'
import { Address } from '../ui/address.tsx'
import { DeskPage } from '../ui/desk-page.tsx'
import { useFrameIfAny } from './use-frame.ts'
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
    <DeskPage title={title} lead={message || 'Nothing was opened and nothing has changed.'}>
      <div className="Stack">
        {statusCode === 403 && <AskForIt />}
        <p>
          <a className="Button" href={deskRoutes.home}>
            <span className="Button-cue" />
            Back to today
          </a>
        </p>
        {statusCode === 403 && <WhoDoesWhat />}
      </div>
    </DeskPage>
  )
}

/** Names the owners, who may do everything. */
function AskForIt() {
  const owners = useFrameIfAny()?.owners ?? []
  return (
    <p>
      Nothing was opened. If you need what is here, ask {owners.length === 0 && 'for it'}
      {owners.map((owner, index) => (
        <Fragment key={owner}>
          {index > 0 && ' or '}
          <a href={`mailto:${encodeURIComponent(owner)}`}>
            <Address>{owner}</Address>
          </a>
        </Fragment>
      ))}
      .
    </p>
  )
}

/** Used if the frame couldn't be loaded either. */
export function BareErrorPage() {
  return (
    <div className="Desk Desk--bare" data-tone="glass">
      <main id="main">
        <DeskErrorPage />
      </main>
    </div>
  )
}
