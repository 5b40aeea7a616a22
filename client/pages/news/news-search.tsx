import { Form } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { Button } from '../../site/ui/button.tsx'

type Props = {
  /** The search of the loaded page. */
  shown: string
  onType(words: string): void
}

/** Searches while the visitor types. Submitting it opens a results page, with or without script. */
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
          // Uncontrolled, because visitors may type before hydration. The key resets it for another page's search.
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
