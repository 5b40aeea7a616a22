import { Icon } from '../../site/ui/icon.tsx'

/** Shows the remaining steps of a move. */
export function MoveSteps({ email }: { email: string }) {
  return (
    <>
      <h2 className="vh">How the move goes on</h2>
      <ol className="Steps Steps--state">
        <li data-done="">
          <h3>
            <span className="vh">Done: </span>You started the move
          </h3>
          <Icon name="check" />
        </li>
        <li data-now="" aria-current="step">
          <h3>The new address accepts</h3>
          <p>A mail is on its way there. Its link works for two days.</p>
        </li>
        <li data-next="">
          <h3>You confirm</h3>
          <p>{`By the link that we then send to ${email}.`}</p>
        </li>
        <li data-next="">
          <h3>Both are told</h3>
          <p>And you can take it back for 7 days.</p>
        </li>
      </ol>
    </>
  )
}
