import { HelpLinks } from '../../help/help-links.tsx'
import { searchHelp } from '../../help/search.ts'
import { useSearch } from '../../help/use-search.ts'

const shownMax = 3
/** Shorter texts say too little. */
const lengthMin = 8

/** Stands below the message's button, so that nothing moves while somebody writes. */
export function Suggestions({ message }: { message: string }) {
  const { found } = useSearch(searchHelp, message.trim().length < lengthMin ? '' : message)
  const articles = found?.slice(0, shownMax) ?? []
  return (
    <div role="status">
      {articles.length > 0 && (
        <section className="Suggestions" aria-labelledby="suggestions">
          <h2 className="Field-label" id="suggestions">
            This may answer it already
          </h2>
          <HelpLinks className="Suggestions-list" articles={articles} />
        </section>
      )}
    </div>
  )
}
