import { questionMax } from '#shared/help/help-words.ts'
import { routes } from '#shared/routes/routes.ts'
import { HelpLinks } from '../../help/help-links.tsx'
import { useSearch } from '../../help/use-search.ts'

const shownMax = 3
/** Shorter texts make poor searches. */
const lengthMin = 8

/** Shown below the message's button, so that nothing moves while somebody types. */
export function Suggestions({ message }: { message: string }) {
  const { answer } = useSearch(message.trim().length < lengthMin ? '' : message.slice(0, questionMax))
  const isArticle = ({ path }: { path: string }) => path.startsWith(routes.helpArticle(''))
  const articles = answer?.found.filter(isArticle).slice(0, shownMax) ?? []
  return (
    <div role="status">
      {articles.length > 0 && (
        <section className="Suggestions" aria-labelledby="suggestions">
          <h2 className="Field-label" id="suggestions">
            This may answer it already
          </h2>
          <HelpLinks articles={articles} />
        </section>
      )}
    </div>
  )
}
