import { Form } from 'react-router'
import { routes } from '#shared/routes.ts'
import { Button } from '../../ui/button.tsx'
import { useEarlyInput } from '../../ui/use-early-input.ts'

type Props = { typed: string; onType(words: string): void }

/** Finds as you type; sent, it is a page with an address of its own, with or without a script. */
export function NewsSearch({ typed, onType }: Props) {
  const field = useEarlyInput(onType)
  return (
    <Form className="NewsSearch" role="search" method="get" action={routes.news}>
      <label className="Field-label" htmlFor="news-search">
        Search the news
      </label>
      <div className="NewsSearch-row">
        <input
          ref={field}
          className="Field-input"
          id="news-search"
          type="search"
          name="q"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          autoComplete="off"
          maxLength={200}
        />
        <Button quiet>Search</Button>
      </div>
    </Form>
  )
}
