import { Form } from 'react-router'
import { routes } from '#shared/routes.ts'
import { Button } from '../../ui/button.tsx'

type Props = {
  /** The words that the page was loaded for. */
  shown: string
  onType(words: string): void
}

/** Finds as you type; sent, it is a page with an address of its own, with or without a script. */
export function NewsSearch({ shown, onType }: Props) {
  return (
    <Form className="NewsSearch" role="search" method="get" action={routes.news}>
      <label className="Field-label" htmlFor="news-search">
        Search the news
      </label>
      <div className="NewsSearch-row">
        <input
          className="Field-input"
          id="news-search"
          type="search"
          name="q"
          // Uncontrolled: words that were typed before hydration stay. Another page's words make another field.
          key={shown}
          defaultValue={shown}
          onChange={(event) => onType(event.target.value)}
          autoComplete="off"
          maxLength={200}
        />
        <Button quiet>Search</Button>
      </div>
    </Form>
  )
}
