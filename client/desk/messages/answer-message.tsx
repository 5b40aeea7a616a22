import { toArticle, type WholeMessage } from '#shared/desk/message-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextArea, TextField } from '../../site/ui/field.tsx'
import { OnceKey, useFormState } from '../ui/act-form.tsx'
import type { Help } from './load-messages.ts'

const answerId = 'answer'

/** The form for an answer, and a search for pages to link in it. */
export function AnswerMessage({ message, help }: { message: WholeMessage; help: Help }) {
  const { id, revision } = message
  const action = deskRoutes.messageAct(id, 'answer')
  const { field, values, isRefused } = useFormState(action)
  const chosen = isRefused ? values('articles').map(toArticle) : help.chosen
  return (
    <>
      <FindHelp id={id} help={{ ...help, chosen }} />
      <form
        className="Sheet Answer"
        id={answerId}
        method="post"
        action={action}
        aria-labelledby="answer-title"
      >
        <OnceKey />
        <input type="hidden" name="revision" value={revision} />
        <h3 id="answer-title">Answer</h3>
        <TextArea
          {...field('text')}
          label="What you write"
          hint="Their own words go below it, and the mail comes from the shop’s address."
          rows={8}
          required
          maxLength={5000}
        />
        {chosen.length > 0 && (
          <div>
            <p>These pages go along:</p>
            <ul>
              {chosen.map(({ path, title }) => (
                <li key={path}>
                  <input type="hidden" name="articles" value={`${path} ${title}`} />
                  <a href={path}>{title}</a>{' '}
                  <button
                    type="submit"
                    className="TextLink"
                    form={findId}
                    name="out"
                    value={path}
                    aria-label={`Leave out ${title}`}
                  >
                    Leave out
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="ActForm-go">
          <Button>Send the answer</Button>
        </div>
      </form>
    </>
  )
}

const findId = 'find-help'

/** A separate form, so that a search doesn't send the answer. The tab keeps the answer's text. */
function FindHelp({ id, help: { asked, found, chosen } }: { id: string; help: Help }) {
  const isChosen = (path: string) => chosen.some((each) => each.path === path)
  return (
    <form className="Answer" id={findId} action={`${deskRoutes.message(id)}#${findId}`} data-keeps={answerId}>
      {chosen.map(({ path, title }) => (
        <input key={path} type="hidden" name="with" value={`${path} ${title}`} />
      ))}
      <div className="Answer-find">
        <TextField
          label="Find a help article"
          note="to go along"
          name="help"
          type="search"
          defaultValue={asked}
          maxLength={200}
        />
        <Button quiet>Find</Button>
      </div>
      <noscript>
        <p className="dim">Find pages before you write: a search reloads this page.</p>
      </noscript>
      {asked && found.length === 0 && <p className="dim">No page says that. Try fewer words.</p>}
      {found.length > 0 && (
        <ul>
          {found.map(({ path, title, note, excerpt }) => (
            <li key={path}>
              <a href={path}>{title}</a> <small>{note.replace(',', '')}</small>
              <p className="dim">{excerpt}</p>
              {!isChosen(path) && (
                <Button
                  quiet
                  className="Button--small"
                  name="with"
                  value={`${path} ${title}`}
                  aria-label={`Put in ${title}`}
                >
                  Put in
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
